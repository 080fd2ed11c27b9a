import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

/** What one mail holds; the body is UTF-8. */
export interface Sent {
  to: string;
  subject: string;
  type: "plain" | "html";
  body: string;
}

/** One connection over which mails go one after the other; `send` resolves with the reply to the last dot. */
export async function openSender(port: number, host = "127.0.0.1") {
  const socket = connect(port, host);
  await once(socket, "connect");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (wanted: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the server hung up");
      if (!/^\d{3} /.test(value)) continue;
      if (!value.startsWith(wanted)) throw new Error(`asked for ${wanted}, heard: ${value}`);
      return value;
    }
  };
  const say = (line: string, wanted: string) => {
    socket.write(`${line}\r\n`);
    return reply(wanted);
  };
  await reply("220");
  await say("EHLO sender.test", "250");
  return {
    async send({ to, subject, type, body }: Sent): Promise<string> {
      socket.write(`MAIL FROM:<noreply@sender.test>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
      for (const wanted of ["250", "250", "354"]) await reply(wanted);
      const text = Buffer.from(body)
        .toString("base64")
        .replace(/.{1,76}/g, "$&\r\n");
      const words = Buffer.from(subject).toString("base64");
      const head = [
        `From: noreply@sender.test`,
        `Subject: =?utf-8?B?${words}?=`,
        `Content-Type: text/${type}; charset=utf-8`,
        "Content-Transfer-Encoding: base64",
      ];
      return say(`${head.join("\r\n")}\r\n\r\n${text}\r\n.`, "250");
    },
    close: () => socket.destroy(),
  };
}
