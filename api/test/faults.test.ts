import { killUnderLoad } from "./faults/kill-under-load.js";

describe("the API is killed in the middle of 2,000 submissions", () => {
  it("and every receipt given stands once, nothing twice and nothing half-written", async () => {
    const rounds = Number(process.env.ROUNDS ?? 1);
    for (let round = 0; round < rounds; round += 1) {
      const { replayed: _, ...verdict } = await killUnderLoad(2000);

      expect(verdict).toEqual({
        submissions: 2000,
        receipts: 2000,
        stored: 2000,
        leads: 2000,
        messages: 2000,
        halfWritten: 0,
      });
    }
  }, 180_000);
});
