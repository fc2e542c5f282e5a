import { badgesOf } from "./badges.js";

const fresh = { stageName: "New", isTest: false, systemTags: [], wins: 0 };

it("shows nothing but the stage of a lead that was never won", () => {
  expect(badgesOf(fresh)).toEqual([{ kind: "STAGE", label: "New", count: null }]);
});

it("shows a returned customer with the number of wins that stand, under the merchant's own stage name", () => {
  const returned = { stageName: "Angebot", isTest: false, systemTags: ["won_customer", "repeat_lead"], wins: 2 };

  expect(badgesOf(returned)).toEqual([
    { kind: "STAGE", label: "Angebot", count: null },
    { kind: "WON", label: "Won", count: 2 },
    { kind: "REPEAT", label: "Repeat", count: null },
  ]);
});

it("does not show a customer who never came back as a repeat", () => {
  expect(badgesOf({ ...fresh, systemTags: ["won_customer"], wins: 1 }).map(({ kind }) => kind)).toEqual([
    "STAGE",
    "WON",
  ]);
});

it("labels a test lead", () => {
  expect(badgesOf({ ...fresh, isTest: true }).map(({ kind }) => kind)).toEqual(["STAGE", "TEST"]);
});
