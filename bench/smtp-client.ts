import { connect, type Socket } from "node:net";

/** An SMTP client that does no more than it must, so that the server is what is measured. No pipelining. */
export interface SmtpClient {
  send(recipient: string, mail: Buffer): Promise<void>;
  quit(): Promise<void>;
}

/** Where an SMTP client connects to. */
export interface SmtpTarget {
  port: number;
  /** @default "127.0.0.1" */
  host?: string;
  /** The client's own address. @default chosen by the system */
  localAddress?: string;
}

export async function connectSmtp({ port, host = "127.0.0.1", localAddress }: SmtpTarget): Promise<SmtpClient> {
  const socket = connect({ port, host, noDelay: true, ...(localAddress && { localAddress }) });
  const reply = repliesOf(socket);
  await expect("220");
  await command("EHLO bench.localhost\r\n", "250");
  return {
    async send(recipient, mail) {
      await command("MAIL FROM:<sender@bench.localhost>\r\n", "250");
      await command(`RCPT TO:<${recipient}>\r\n`, "250");
      await command("DATA\r\n", "354");
      await command(mail, "250");
    },
    async quit() {
      await command("QUIT\r\n", "221");
      socket.end();
    },
  };

  async function command(bytes: string | Buffer, code: string) {
    socket.write(bytes);
    await expect(code);
  }

  async function expect(code: string) {
    const line = await reply();
    if (!line.startsWith(code)) throw new Error(`SMTP: expected ${code}, got ${line}`);
  }
}

/** Returns the function that waits for the next reply and gives its last line. */
function repliesOf(socket: Socket): () => Promise<string> {
  const replies: string[] = [];
  let text = "";
  let waiting: { resolve(line: string): void; reject(error: Error): void } | null = null;
  let failure: Error | null = null;
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      // "250-" announces another line.
      if (line[3] === "-") continue;
      if (waiting) waiting.resolve(line);
      else replies.push(line);
      waiting = null;
    }
  });
  const fail = (error: Error) => {
    failure = error;
    waiting?.reject(error);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("SMTP: the server hung up")));
  return () =>
    new Promise((resolve, reject) => {
      const line = replies.shift();
      if (line !== undefined) resolve(line);
      else if (failure) reject(failure);
      else waiting = { resolve, reject };
    });
}
