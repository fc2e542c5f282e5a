import { arrivalNotice, fillIn } from "./wording.js";

const template = "Dear {name}, your reference is {receiptNumber}.";
const greet = (name: string | null): string => fillIn(template, { receiptNumber: "R-7", name });

describe("the merchant's own text", () => {
  it("names the visitor and the receipt", () => {
    expect(greet("Clara")).toBe("Dear Clara, your reference is R-7.");
  });

  it("leaves no gap where nobody told a name", () => {
    expect(greet(null)).toBe("Dear, your reference is R-7.");
  });

  it("takes a name literally, whatever signs are in it", () => {
    expect(greet("$& {receiptNumber}")).toBe("Dear $& {receiptNumber}, your reference is R-7.");
  });

  it.each(["J. R. R. Tolkien", "St. Clair", "J.Smith", "O'Neil-Пётр"])("greets %s", (name) => {
    expect(greet(name)).toContain(name);
  });

  it.each(["win.example.com", "https://win.example", "me@example.com", "WWW.EXAMPLE.COM now", "x".repeat(81)])(
    "carries no advertisement to a stranger in place of a name: %s",
    (name) => {
      expect(greet(name)).toBe(greet(null));
    },
  );
});

describe("a notice to colleagues", () => {
  it("says who has come, whether they were here before, and where to look", () => {
    const arrival = {
      who: "Clara",
      isReturning: true,
      receiptNumber: "R-7",
      serviceInterest: "Suite",
      leadUrl: "https://desk/#/leads/1",
    };

    expect(arrivalNotice(arrival)).toEqual({
      subject: "Back again: Clara",
      body: "Clara has come back.\n\nInterested in: Suite\n\nReceipt: R-7\n\nhttps://desk/#/leads/1",
    });
  });

  it("needs no name and no link", () => {
    const arrival = { who: null, isReturning: false, receiptNumber: "R-7", serviceInterest: null, leadUrl: null };

    expect(arrivalNotice(arrival)).toEqual({
      subject: "New enquiry: Somebody who gave no name",
      body: "Somebody who gave no name has sent an enquiry.\n\nReceipt: R-7",
    });
  });
});
