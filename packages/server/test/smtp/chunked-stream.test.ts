import fc from "fast-check";
import { SMTPStream } from "smtp-server/lib/smtp-stream";
import { expect, test } from "vitest";
import { ChunkedSmtpStream, type RunInTurn } from "../../src/smtp/chunked-stream.ts";

const atOnce: RunInTurn = (work) => work();

interface Parsed {
  messages: string[];
  commands: string[];
}

/** Sends the chunks through a parser that is in data mode at first, and again after each `DATA`. */
async function parse(stream: SMTPStream, chunks: Buffer[]): Promise<Parsed> {
  const parsed: Parsed = { messages: [], commands: [] };
  const receive = () => {
    const pieces: Buffer[] = [];
    const message = stream.startDataMode();
    message.on("data", (piece: Buffer) => void pieces.push(piece));
    message.on("end", () => {
      parsed.messages.push(`${Buffer.concat(pieces)}`);
      stream.continue();
    });
  };
  stream.oncommand = (command, callback) => {
    parsed.commands.push(`${command}`);
    if (`${command}` === "DATA") receive();
    callback?.();
  };
  receive();
  for (const chunk of chunks) await new Promise((resolve) => stream.write(chunk, resolve));
  return parsed;
}

const cut = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => Buffer.from(text.slice(at * size, (at + 1) * size)));

test("reads every message as the library does, wherever the network cuts it", async () => {
  const piece = fc.constantFrom("\r\n", "\n", "\r", ".", "..", "a", "\r\n.", "\r\n..", "\n..", "\r\n.\r\n", "DATA\r\n");
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => `${pieces.join("")}\r\n.\r\nQUIT\r\n`);
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 12 }), async (mail, size) => {
      // Byte by byte, because the library never calls back for some chunks with the end of a mail inside.
      const expected = await parse(new SMTPStream(), cut(mail, 1));
      expect(await parse(new ChunkedSmtpStream({ runInTurn: atOnce }), cut(mail, size))).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test("a long mail with stuffed dots costs no more than any other", async () => {
  let turns = 0;
  const runInTurn: RunInTurn = (work) => {
    turns += 1;
    return work();
  };
  const mail = `${"..\r\n".repeat(16_384)}.\r\nQUIT\r\n`;
  const parsed = await parse(new ChunkedSmtpStream({ runInTurn }), [Buffer.from(mail)]);
  expect(parsed).toEqual({ messages: [".\r\n".repeat(16_384)], commands: ["QUIT"] });
  expect(turns).toBe(5);
});

test("waits for a turn for every 16 KiB, and parses no more in it", async () => {
  const waiting: (() => void)[] = [];
  const runInTurn: RunInTurn = (work) => new Promise((resolve) => waiting.push(() => resolve(work())));
  const stream = new ChunkedSmtpStream({ runInTurn });
  const message = stream.startDataMode();
  let received = 0;
  message.on("data", (piece: Buffer) => {
    received += piece.length;
  });
  stream.write(Buffer.alloc(64 * 1024, "\n"));
  const most: number[] = [];
  while (waiting.length > 0) {
    const before = received;
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    most.push(received - before);
  }
  expect(most).toHaveLength(4);
  expect(Math.max(...most)).toBe(16 * 1024);
});

test("parses nothing after the connection is closed", async () => {
  const stream = new ChunkedSmtpStream({
    runInTurn: (work) => {
      stream.isClosed = true;
      return work();
    },
  });
  const message = stream.startDataMode();
  await new Promise((resolve) => stream.write("x\r\n.\r\nQUIT\r\n", resolve));
  expect(message.byteLength).toBe(0);
});

test("waits for a slow reader of a long mail, and leaves it no listener", async () => {
  const stream = new ChunkedSmtpStream({ runInTurn: atOnce });
  const message = stream.startDataMode();
  const before = message.listenerCount("close") + message.listenerCount("drain");
  const written = new Promise((resolve) => stream.write(Buffer.alloc(1024 * 1024, "x"), resolve));
  let received = 0;
  message.on("data", (piece: Buffer) => {
    received += piece.length;
  });
  await written;
  await expect.poll(() => received).toBe(1024 * 1024 - 4);
  expect(message.listenerCount("close") + message.listenerCount("drain")).toBe(before);
});

test("waits no longer for a reader of a long mail that has gone", async () => {
  const stream = new ChunkedSmtpStream({ runInTurn: atOnce });
  const message = stream.startDataMode();
  message.on("newListener", (event) => {
    if (event === "drain") setImmediate(() => message.destroy());
  });
  await new Promise((resolve) => stream.write(Buffer.alloc(1024 * 1024, "x"), resolve));
  expect(message.destroyed).toBe(true);
});
