import { rememberKnown } from "./known-tokens.js";

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-03-01T09:00:00Z") }));
afterEach(() => jest.useRealTimers());

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

it("checks a good token once in a minute", async () => {
  const verify = jest.fn(async () => ({ expiresAt: inSeconds(3600) }));
  const verifyOnce = rememberKnown(verify);
  await verifyOnce("good");
  await verifyOnce("good");
  expect(verify.mock.calls.length).toBe(1);

  jest.advanceTimersByTime(60_000);
  await verifyOnce("good");
  expect(verify.mock.calls.length).toBe(2);
});

it("never takes a token as good past its end", async () => {
  const end = inSeconds(10);
  const verify = rememberKnown(async () => (new Date() < end ? { expiresAt: end } : "EXPIRED"));
  expect(await verify("short")).toEqual({ expiresAt: end });

  jest.advanceTimersByTime(10_000);
  expect(await verify("short")).toBe("EXPIRED");
});

it("remembers nothing of a token that is not good", async () => {
  const answers = [null, { expiresAt: inSeconds(3600) }];
  const verify = rememberKnown(async () => answers.shift() ?? null);

  expect([await verify("late"), await verify("late")]).toEqual([null, { expiresAt: inSeconds(3600) }]);
});
