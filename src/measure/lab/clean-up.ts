/** Cleaning up after something that may fail, where every step must be tried and the first fault must not be lost. */

export type CleanUpStep = () => Promise<unknown>;

/** Runs every step in order, also after one that failed. Throws the first fault at the end. */
export async function runAll(steps: readonly CleanUpStep[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Runs `body` and then `cleanUp`, whatever happens. When both fail, the fault of `body` is thrown, for it is the cause,
 * and that of `cleanUp` goes to `onFault`.
 */
export async function withCleanUp<T>(
  body: () => Promise<T>,
  cleanUp: CleanUpStep,
  onFault: (fault: unknown) => void,
): Promise<T> {
  let result: T;
  try {
    result = await body();
  } catch (error) {
    await cleanUp().catch(onFault);
    throw error;
  }
  await cleanUp();
  return result;
}
