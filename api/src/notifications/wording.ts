/** The few words that leave the house by themselves, in one place. */
export interface Words {
  readonly subject: string;
  readonly body: string;
}

interface Arrival {
  readonly who: string | null;
  readonly isReturning: boolean;
  readonly receiptNumber: string | null;
  readonly serviceInterest: string | null;
  readonly leadUrl: string | null;
}

/** To colleagues: whom it is about and where to look. What the visitor wrote stays where it can be erased. */
export function arrivalNotice({ who, isReturning, receiptNumber, serviceInterest, leadUrl }: Arrival): Words {
  const name = who ?? "Somebody who gave no name";
  return {
    subject: isReturning ? `Back again: ${name}` : `New enquiry: ${name}`,
    body: linesOf([
      isReturning ? `${name} has come back.` : `${name} has sent an enquiry.`,
      serviceInterest && `Interested in: ${serviceInterest}`,
      receiptNumber && `Receipt: ${receiptNumber}`,
      leadUrl,
    ]),
  };
}

interface Handover {
  readonly who: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly leadUrl: string | null;
}

export function handoverNotice({ who, by, reason, leadUrl }: Handover): Words {
  const name = who ?? "somebody who gave no name";
  return {
    subject: `Yours now: ${who ?? "a lead without a name"}`,
    body: linesOf([
      by ? `${by} has given you the lead of ${name}.` : `The lead of ${name} is yours now.`,
      reason && `Why: ${reason}`,
      leadUrl,
    ]),
  };
}

/** The merchant's own text with what is known filled in; a name nobody told leaves no gap. */
export function fillIn(
  template: string,
  { receiptNumber, name }: { receiptNumber: string; name: string | null },
): string {
  const sayable = name && !looksLikeAdvertisement(name) ? name : null;
  return template
    .replaceAll("{receiptNumber}", receiptNumber)
    .replace(/ ?\{name\}/g, (place) => (sayable === null ? "" : place.replace("{name}", () => sayable)));
}

/** A form lets strangers choose both the name and the address: no link of theirs goes out under the merchant's name. */
const looksLikeAdvertisement = (name: string): boolean => name.length > 80 || /[/@<>]|\b\w{3,}\.\w{2,}/.test(name);

const linesOf = (lines: readonly (string | null)[]): string => lines.filter(Boolean).join("\n\n");
