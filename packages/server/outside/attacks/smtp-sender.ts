import { once } from "node:events";
import type { Socket } from "node:net";

/** Sends everything before the message itself. */
export async function beginMail(sender: Socket, to = "ann", from = "a@b.test"): Promise<void> {
  sender.write(`EHLO a.test\r\nMAIL FROM:<${from}>\r\nRCPT TO:<${to}@desk.example.com>\r\nDATA\r\n`);
  await until(sender, /^354 /m);
}

/** Sends the message, and waits for its 250. */
export async function endMail(sender: Socket, mail: string): Promise<void> {
  sender.write(`${mail}\r\n.\r\n`);
  await until(sender, /^250 /m);
}

async function until(socket: Socket, said: RegExp): Promise<void> {
  for (let heard = ""; !said.test(heard); ) {
    const [bytes] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [null])]);
    if (bytes === null) throw new Error(`the server hung up after ${heard}`);
    heard += String(bytes);
  }
}
