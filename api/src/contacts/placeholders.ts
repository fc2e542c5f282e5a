// What people type to get past a required field, and what programs write from. As an identity, any of these would
// make one person of everybody who ever used it.

/** Takes the number without its country code. */
export function isPlaceholderNumber(digits: string): boolean {
  return /^(\d)\1*$/.test(digits) || /([1-9])\1{7}$/.test(digits) || isRun(digits, 1) || isRun(digits, 9);
}

/** Takes an address in lower case. */
export function isPlaceholderEmail(address: string): boolean {
  const [local = "", host = ""] = address.split("@");
  const [company = ""] = host.split(".");
  const name = local.replace(/[^\p{L}\p{N}]/gu, "");
  return machine.test(name) || nobody.has(name) || (name === company && standIn.test(name)) || address === adTester;
}

// As in 1234567890 and 9876543210: each digit is the one before it and one more, or one less.
function isRun(digits: string, step: 1 | 9): boolean {
  return Array.from(digits.slice(1)).every((digit, index) => Number(digit) === (Number(digits[index]) + step) % 10);
}

const machine =
  /^(?:no|donot|dont)reply|^(?:mailerdaemon|postmaster|bounces?|nepasrepondre|noresponder|naoresponda|nichtantworten)$/;

const nobody = new Set(
  "none noname noemail nomail nobody notprovided notavailable notapplicable null undefined unknown anonymous".split(
    " ",
  ),
);

// Only in front of its own domain, as in test@test.com: mail@acme.com is somebody's.
const standIn = /^(?:(.)\1*|test|testing|e?mail|example|sample|domain|user|fake|abcd?|asdf?|qwe(?:rty)?|foo|bar|na)$/;

const adTester = "test@meta.com";
