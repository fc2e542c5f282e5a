import { readEmail, readPhone } from "./contact-point.js";

describe("a telephone number", () => {
  it.each([
    "0000000000",
    "000-000-0000",
    "1111111111",
    "+1 111 111 1111",
    "1234567890",
    "123-456-7890",
    "0123456789",
    "+12345678901",
    "+91 98765 43210",
    "+55 11 99999-9999",
    "n/a",
    "N/A",
    "none",
    "no",
    "-",
    "",
    " ",
    "call me!",
    "911",
    "12",
  ])("typed to get past a required field (%j) recognises nobody", (spelling) => {
    for (const country of ["US", "BR", "IN", "MX", "DE", null]) expect(readPhone(spelling, country)).toBeNull();
  });
});

describe("a mail address", () => {
  it.each([
    "test@test",
    "test@test.com",
    "TEST@Test.com",
    "noname@example.com",
    "none@none.com",
    "no-email@example.com",
    "a@a.com",
    "asdf@asdf.com",
    "no-reply@portal.example.net",
    "noreply+17@example.com",
    "do_not_reply@example.com",
    "mailer-daemon@example.com",
    "test@meta.com",
  ])("that is a stand-in or a machine's (%s) recognises nobody", (raw) => {
    expect(readEmail(raw)).toBeNull();
  });
});
