import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import {
  createMailParser,
  createParserPool,
  type ParserPool,
  type ParserPoolOptions,
  parseMail,
} from "../src/index.ts";
import type { ParsedMail } from "../src/parse-tree.ts";

const envelope = { sender: "a@shop.test" };
const page = (lines: number) =>
  Buffer.from(`Subject: Page\r\nContent-Type: text/html\r\n\r\n<p>code 4711</p>${"<p>x</p>".repeat(lines)}`);
const html = "Content-Type: text/html\r\n\r\n";
const expensiveMail = page(5_000);

const failures: string[] = [];
afterEach(() => void failures.splice(0));

function open(options: ParserPoolOptions = {}) {
  const pool = createParserPool({ onFailure: (reason) => void failures.push(reason), ...options });
  onTestFinished(() => pool.close());
  return (mail: Buffer) => {
    const reader = createMailParser(envelope, { pool });
    reader.write(mail);
    return { pool, mail: reader.end() };
  };
}

/** Counts the event loop turns until the promise settles. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  promise.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}

test("parses an expensive mail in a worker thread with the same result, without blocking the event loop", async () => {
  const read = open();
  await read(expensiveMail).mail;
  const { mail } = read(expensiveMail);
  expect(await turnsUntil(mail)).toBeGreaterThan(3);
  expect(await mail).toEqual(await parseMail(expensiveMail, envelope));
  expect(failures).toEqual([]);
});

test("parses a small mail immediately", async () => {
  const read = open();
  const { mail } = read(page(10));
  expect(await turnsUntil(mail)).toBeLessThanOrEqual(1);
  expect((await mail).body).toMatch(/^code 4711/);
});

test("parses a mail quickly after a timeout, and continues with the next", async () => {
  const read = open({ timeoutMs: 1 });
  const [first, second] = await Promise.all([read(expensiveMail).mail, read(expensiveMail).mail]);
  for (const mail of [first, second]) {
    expect(mail).toMatchObject({ subject: "Page", sender: "a@shop.test" });
    expect(mail.body).toMatch(/^code 4711/);
  }
  expect(failures).toEqual(["parsing a mail took longer than 1 ms", "parsing a mail took longer than 1 ms"]);
});

test("parses a mail quickly if the queue is full", async () => {
  const read = open({ maxQueuedBytes: expensiveMail.length + 1 });
  const [whole, plain] = await Promise.all([read(expensiveMail).mail, read(expensiveMail).mail]);
  expect(whole.body.length).toBeGreaterThan(plain.body.length);
  expect(plain.body).toMatch(/^code 4711/);
  expect(failures).toEqual([]);
});

test("counts the text of all parts of a mail as queued", async () => {
  const part = `--b\r\n${html}${"<p>x</p>".repeat(2_000)}\r\n`;
  const mail = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(3)}`);
  expect(await open({ maxQueuedBytes: 40_000 })(mail).mail).toHaveProperty("truncated", true);
  expect(await open({ maxQueuedBytes: 50_000 })(mail).mail).not.toHaveProperty("truncated");
});

test("parses queued mails quickly when the pool is closed", async () => {
  const read = open();
  const { pool, mail } = read(expensiveMail);
  const { mail: next } = read(expensiveMail);
  await pool.close();
  for (const { body } of await Promise.all([mail, next, read(expensiveMail).mail])) expect(body).toMatch(/^code 4711/);
});

test.each([
  ["parts", `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\ncode 4711\r\n".repeat(1_999)}`],
  ["forwarded messages", `${"Content-Type: message/rfc822\r\n\r\n".repeat(600)}\r\ncode 4711${"\r\nx".repeat(20_000)}`],
])("takes a tree of the most %s across", async (_what, text) => {
  const mail = Buffer.from(text);
  expect((await open()(mail).mail).body).toBe((await parseMail(mail, envelope)).body);
  expect(failures).toEqual([]);
});

test("keeps the text of a mail that is parsed quickly", async () => {
  const read = open({ maxQueuedBytes: 0 });
  const attached = "--b\r\nContent-Type: image/png\r\n\r\nPNG\r\n";
  const part = (type: string, text: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text}\r\n`;
  const mail = Buffer.from(
    `Subject: =?utf-8?Q?Caf=C3=A9?=\r\nFrom: Ann <ann@shop.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${attached}${part("text/plain; charset=utf-8", "code =E2=82=AC4711")}${part("text/html", `<b>and</b> <i>more</i>${"<p>x</p>".repeat(2_000)}`)}`,
  );
  const { subject, sender, body } = await read(mail).mail;
  expect({ subject, sender }).toEqual({ subject: "Café", sender: "Ann <ann@shop.test>" });
  expect(body).toMatch(/^code €4711\n\nand more\n/);
});

test("keeps whole links with their texts in a quick parse", async () => {
  const read = open({ maxQueuedBytes: 0 });
  const link = (at: number) => `<p><a href="https://shop.test/verify?token=${at}">Verify ${at}</a></p>`;
  const { links, body } = await read(Buffer.from(`${html}${Array.from({ length: 900 }, (_, at) => link(at)).join("")}`))
    .mail;
  expect(links[0]).toEqual({ url: "https://shop.test/verify?token=0", text: "Verify 0" });
  expect(links.every(({ url, text }) => text === `Verify ${url.split("=")[1]}`)).toBe(true);
  expect(body).not.toContain("<");

  const text = await read(Buffer.from(`\r\n${"x".repeat(32_764)} https://shop.test/verify?token=4711 and more`)).mail;
  expect(text.links).toEqual([]);
  const code = await read(Buffer.from(`\r\n${"words ".repeat(5_460)}code 482913 ${"x".repeat(999)}`)).mail;
  expect(code.body).toMatch(/ words code$/);
});

describe("the parties of a mail", () => {
  const parties = ["192.0.2.0/24", "box"];

  /** Parses a mail with a pool that notes who is charged for what. The worker gives this result. */
  async function parseWith(raw: Buffer, byWorker: ParsedMail | null) {
    const charged: unknown[] = [];
    const pool: ParserPool = {
      mainThread: {
        run(parties, work) {
          charged.push(["this thread", parties]);
          return work();
        },
      },
      async parse(_root, envelope, parties) {
        charged.push(["worker", envelope, parties]);
        return byWorker;
      },
      async close() {},
    };
    const parser = createMailParser(envelope, { pool, parties });
    parser.write(raw);
    return { mail: await parser.end(), charged };
  }
  const here = ["this thread", parties];
  const inWorker = ["worker", envelope, parties];

  test("are charged for a cheap mail, which no worker gets", async () => {
    const { mail, charged } = await parseWith(page(10), null);
    expect(charged).toEqual([here]);
    expect(mail.subject).toBe("Page");
  });

  test("are charged for an expensive mail in the worker, whose result is returned", async () => {
    const result = await parseMail(page(1), envelope);
    const { mail, charged } = await parseWith(expensiveMail, result);
    expect(charged).toEqual([here, inWorker]);
    expect(mail).toBe(result);
  });

  test("are charged for the quick parse after a worker has failed", async () => {
    const { mail, charged } = await parseWith(expensiveMail, null);
    expect(charged).toEqual([here, inWorker, here]);
    expect(mail.subject).toBe("Page");
  });
});
