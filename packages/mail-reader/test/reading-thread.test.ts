import { afterEach, expect, onTestFinished, test } from "vitest";
import { createMailReader, createReadingThread, parseMail, type ReadingThreadOptions } from "../src/index.ts";

const envelope = { sender: "a@shop.test" };
const page = (lines: number) =>
  Buffer.from(`Subject: Page\r\nContent-Type: text/html\r\n\r\n<p>code 4711</p>${"<p>x</p>".repeat(lines)}`);
const html = "Content-Type: text/html\r\n\r\n";
const dear = page(5_000);

const failures: string[] = [];
afterEach(() => void failures.splice(0));

function open(options: ReadingThreadOptions = {}) {
  const thread = createReadingThread({ onFailure: (reason) => void failures.push(reason), ...options });
  onTestFinished(() => thread.close());
  return (mail: Buffer) => {
    const reader = createMailReader(envelope, { thread });
    reader.write(mail);
    return { thread, mail: reader.end() };
  };
}

/** How often the event loop came round before the promise was kept. */
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

test("reads a dear mail in a thread of its own, while the event loop goes on, and as well as any other", async () => {
  const read = open();
  await read(dear).mail;
  const { mail } = read(dear);
  expect(await turnsUntil(mail)).toBeGreaterThan(3);
  expect(await mail).toEqual(await parseMail(dear, envelope));
  expect(failures).toEqual([]);
});

test("reads a small mail at once", async () => {
  const read = open();
  const { mail } = read(page(10));
  expect(await turnsUntil(mail)).toBeLessThanOrEqual(1);
  expect((await mail).body).toMatch(/^code 4711/);
});

test("reads plainly what takes too long, and goes on", async () => {
  const read = open({ timeout: 1 });
  const [first, second] = await Promise.all([read(dear).mail, read(dear).mail]);
  for (const mail of [first, second]) {
    expect(mail).toMatchObject({ subject: "Page", sender: "a@shop.test" });
    expect(mail.body).toMatch(/^code 4711/);
  }
  expect(failures).toEqual(["a mail took longer than 1 ms to read", "a mail took longer than 1 ms to read"]);
});

test("reads plainly what there is no room to wait for", async () => {
  const read = open({ maxWaiting: dear.length + 1 });
  const [whole, plain] = await Promise.all([read(dear).mail, read(dear).mail]);
  expect(whole.body.length).toBeGreaterThan(plain.body.length);
  expect(plain.body).toMatch(/^code 4711/);
  expect(failures).toEqual([]);
});

test("reads plainly what waits when the thread is closed", async () => {
  const read = open();
  const { thread, mail } = read(dear);
  const { mail: next } = read(dear);
  await thread.close();
  for (const { body } of await Promise.all([mail, next, read(dear).mail])) expect(body).toMatch(/^code 4711/);
});

test.each([
  ["parts", `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\ncode 4711\r\n".repeat(1_999)}`],
  ["forwarded messages", `${"Content-Type: message/rfc822\r\n\r\n".repeat(600)}\r\ncode 4711${"\r\nx".repeat(20_000)}`],
])("takes a tree of the most %s across", async (_what, text) => {
  const mail = Buffer.from(text);
  expect((await open()(mail).mail).body).toBe((await parseMail(mail, envelope)).body);
  expect(failures).toEqual([]);
});

test("keeps the text of a mail that nothing but a plain reading is left for", async () => {
  const read = open({ maxWaiting: 0 });
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

test("keeps the links of a plain reading with their words, and none of which half was cut", async () => {
  const read = open({ maxWaiting: 0 });
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
