/** One logged-in connection with everything prepared, whose socket is the load's: the same for both families. */
import type { TappedSocket } from "../tapped-socket.ts";
import type { ReplyScanner } from "./reply-scanner.ts";
import type { Request } from "./request.ts";

export interface LoadConnection {
  readonly tap: TappedSocket;
  readonly scanner: ReplyScanner;
  /** By statement of the program, then by table. */
  readonly requests: readonly (readonly Request[])[];
  readonly rollback: Buffer;
  /** Says goodbye by the library and waits until the socket is closed, at most a second. */
  end(): Promise<void>;
}
