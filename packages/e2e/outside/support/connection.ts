import { connect } from "node:net";

/** How long a server may take to close a connection whose other end has said its last word. */
const PATIENCE = 20_000;

/**
 * Sends the pieces one after the other, each as bytes, and resolves with all that came back. The sender says no more when they
 * are sent, or once what came back matches `until`.
 */
export async function talk(
  to: { port: number; localAddress?: string } | { path: string },
  pieces: string[],
  until?: RegExp,
): Promise<string> {
  const socket = connect({ ...to, allowHalfOpen: true });
  let heard = "";
  let failure: Error | undefined;
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error("the server neither answered nor closed")));
  socket.setEncoding("latin1").on("data", (text: string) => {
    if (heard.length < 65_536) heard += text;
    if (until?.test(heard)) socket.end();
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    // A reset is a way to close.
    if (error.code === undefined) failure = error;
  });
  const over = new Promise<void>((resolve) => socket.once("end", resolve).once("close", resolve));
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (until === undefined) socket.end();
  await over;
  socket.destroy();
  if (failure) throw failure;
  return heard;
}
