import { killUnderLoad } from "./faults/kill-under-load.js";

const rounds = Number(process.env.ROUNDS ?? 1);

describe("the API is killed in the middle of 2,000 submissions", () => {
  it.each(Array.from({ length: rounds }, (_, i) => i + 1))(
    "and every receipt given stands once, nothing twice and nothing half-written (round %i)",
    async () => {
      const { replayed: _, ...verdict } = await killUnderLoad(2000);

      expect(verdict).toEqual({
        submissions: 2000,
        receipts: 2000,
        stored: 2000,
        leads: 2000,
        messages: 2000,
        halfWritten: 0,
      });
    },
    400_000,
  );
});
