/** The child process that makes the load: a session's clients live here, on one event loop and one thread. */
import { toFailure } from "./load-faults.ts";
import { runLoad } from "./load-run.ts";
import { type FromLoad, isToLoad, type LoadOrder } from "./messages.ts";

let current: AbortController | null = null;

process.on("message", (message) => {
  if (!isToLoad(message)) return;
  if (message.kind === "run") void run(message.order);
  else if (message.kind === "abort") current?.abort();
  else process.exit(0);
});

// The driver's process is gone, also by kill -9: nobody would take the result.
process.on("disconnect", () => process.exit(0));

send({ kind: "ready" });

async function run(order: LoadOrder): Promise<void> {
  const controller = new AbortController();
  current = controller;
  try {
    const outcome = await runLoad(order, {
      signal: controller.signal,
      onEdge: (edge) => send({ kind: "edge", edge }),
    });
    send({ kind: "ended", outcome });
  } catch (error) {
    send({ kind: "failed", failure: toFailure(error) });
  } finally {
    current = null;
  }
}

function send(message: FromLoad): void {
  process.send?.(message);
}
