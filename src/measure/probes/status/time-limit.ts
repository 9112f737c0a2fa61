import type { Seconds } from "../../../model/units.ts";
import type { Clock } from "../../../os/os.ts";

/**
 * What `work` gives, or `late()` thrown after `limit` seconds. The work goes on: whoever calls must know that it may still end.
 */
export async function withinLimit<T>(
  { clock, limit, late }: { readonly clock: Clock; readonly limit: Seconds; readonly late: () => Error },
  work: Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const timer = clock.sleep(limit, ended.signal).then(
    () => Promise.reject(late()),
    // The work was first: nobody waits for the timer any more.
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, timer]);
  } finally {
    ended.abort();
  }
}
