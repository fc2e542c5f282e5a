/** What a promise fails with; a test would otherwise pass where nothing is thrown. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}
