import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A client that says what it is told, to try the protocol itself. */
export interface SmtpClient {
  socket: Socket;
  /** Writes the text as it stands and waits for the next whole reply. */
  say(text: string): Promise<string>;
  /** The next whole reply, its lines joined by `\n`; rejects when the server hangs up instead. */
  reply(): Promise<string>;
  write(bytes: string | Uint8Array): Promise<void>;
  close(): void;
}

export async function connectSmtp(port: number, localAddress = "127.0.0.1"): Promise<SmtpClient> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let text = "";
  let ended = false;
  const waiting: { done: (reply: string) => void; fail: (error: Error) => void }[] = [];
  const serve = () => {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text);
      if (!waiting[0]) return;
      if (match) {
        text = text.slice(match[0].length);
        waiting.shift()?.done(match[0].trimEnd().replaceAll("\r\n", "\n"));
      } else if (ended) {
        waiting.shift()?.fail(new Error("The server hung up"));
      } else return;
    }
  };
  const end = () => {
    ended = true;
    serve();
  };
  socket.on("data", (chunk) => {
    text += chunk.toString();
    serve();
  });
  socket.on("error", end).on("end", end).on("close", end);
  await once(socket, "connect");

  const reply = () =>
    new Promise<string>((done, fail) => {
      waiting.push({ done, fail });
      serve();
    });
  return {
    socket,
    reply,
    say: (line) => {
      socket.write(line);
      return reply();
    },
    write: async (bytes) => {
      if (!socket.write(bytes) && !socket.destroyed) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    },
    close: () => socket.destroy(),
  };
}

/** Connected, greeted, and ready for DATA to the given recipients. */
export async function startMail(port: number, recipients: string[]): Promise<SmtpClient> {
  const client = await connectSmtp(port);
  await client.reply();
  await client.say("EHLO client.test\r\n");
  await client.say("MAIL FROM:<sender@client.test>\r\n");
  for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>\r\n`);
  return client;
}
