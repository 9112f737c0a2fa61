/**
 * The tap of a connection whose library made it TLS. Only Node can read its bytes, and they come by the TLS stream's 'data':
 * `onread` of the socket below sees none of them. So a load takes the library's listeners off, and puts them back.
 */
import { TLSSocket } from "node:tls";
import { LabError } from "../../../model/errors.ts";
import { breakOffWhenSilent, keepError, type Receive, type TappedSocket } from "./tapped-socket.ts";

/** `tap` itself where the library still reads from its socket, else a tap of `stream`. Bytes are counted as they are inside TLS. */
export function tapLibraryStream(tap: TappedSocket, stream: unknown): TappedSocket {
  if (stream === tap.socket) return tap;
  if (stream instanceof TLSSocket) return tapTls(tap, stream);
  throw new LabError({
    code: "bug",
    message: "the client library reads neither from the socket that it was given nor from a TLS stream",
    hint: "use the versions of mysql2 and pg in the lock file: npm ci",
  });
}

function tapTls(tap: TappedSocket, socket: TLSSocket): TappedSocket {
  const ofLibrary = socket.rawListeners("data");
  const listen = (listeners: readonly unknown[]): void => {
    socket.removeAllListeners("data");
    for (const listener of listeners) if (isDataListener(listener)) socket.on("data", listener);
  };
  // The socket below sees no bytes any more, and would count that as silence.
  tap.socket.setTimeout(0);
  breakOffWhenSilent(socket);
  return {
    socket,
    takeOver: (receive: Receive) => listen([(bytes: Buffer) => receive(bytes, bytes.length)]),
    handBack: () => listen(ofLibrary),
    descriptor: () => null,
    errorCode: keepError(socket),
  };
}

function isDataListener(listener: unknown): listener is (bytes: Buffer) => void {
  return typeof listener === "function";
}
