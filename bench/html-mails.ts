/**
 * `npx tsx html-mails.ts <another checkout>`: the processor time of reading HTML mails, beside the reader of another checkout
 * of this repository with its dependencies installed. Both take turns in one process.
 */
import { join, resolve } from "node:path";
import { cpuUsage } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.ts";
import { median } from "./measure.ts";
import { cleanUp } from "./processes.ts";

interface Reader {
  parseMail(raw: Uint8Array, envelope: { sender: string }): Promise<{ body: string; links: unknown[] }>;
}

const rounds = 15;
/** Rounds that only compile the code. */
const warmUps = 3;
/** Bytes of HTML to read in each turn. */
const bytesPerTurn = 3_000_000;

const [other] = process.argv.slice(2);
if (other === undefined) {
  console.error("Usage: npx tsx html-mails.ts <folder of another checkout>");
  process.exit(2);
}
process.once("exit", cleanUp);
const here = await load(fileURLToPath(new URL("..", import.meta.url)));
const there = await load(resolve(other));
const mails = { "sign-up": signUp(), newsletter: newsletter(12), digest: newsletter(300) };
for (const [name, mail] of Object.entries(mails)) {
  const times: [here: number, there: number][] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    // Whichever is first in a turn has the warmer or colder caches, so they swap.
    const isSwapped = round % 2 === 1;
    const first = await measure(isSwapped ? there : here, mail);
    const second = await measure(isSwapped ? here : there, mail);
    if (round >= warmUps) times.push(isSwapped ? [second, first] : [first, second]);
  }
  const ratio = median(times.map(([mine, theirs]) => theirs / mine));
  const [mine, theirs] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
  console.log(
    `${name} of ${mail.length} bytes: ${mine.toFixed(3)} ms here, ${theirs.toFixed(3)} ms there, ${ratio.toFixed(2)} ×`,
  );
}

async function load(root: string): Promise<Reader> {
  const entry = pathToFileURL(join(root, "packages/mail-reader/src/index.ts"));
  return (await import(pathToFileURL(await bundle(entry.href)).href)) as Reader;
}

/** Returns the milliseconds of processor time that reading a mail takes. */
async function measure(reader: Reader, mail: Uint8Array): Promise<number> {
  const count = Math.ceil(bytesPerTurn / mail.length);
  const before = cpuUsage();
  for (let index = 0; index < count; index += 1) await reader.parseMail(mail, { sender: "a@bench.localhost" });
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000 / count;
}

function toMail(html: string): Buffer {
  const header = "From: Example Shop <no-reply@bench.localhost>\r\nSubject: Hello\r\n";
  return Buffer.from(`${header}Content-Type: text/html; charset=utf-8\r\n\r\n${html.replaceAll("\n", "\r\n")}`);
}

function signUp(): Buffer {
  return toMail(`<!doctype html><html><head><meta charset="utf-8"><title>Your code</title>
<style>body{font:16px sans-serif;color:#222}.code{font-size:32px}.pre{display:none}</style></head><body>
<span class="pre" style="max-height:0;overflow:hidden">Your code is inside &zwnj;&nbsp;&zwnj;&nbsp;</span>
<table role="presentation" width="100%" cellpadding="0"><tr><td align="center"><h1>Confirm your address</h1>
<p>Your verification code is</p><p class="code"><strong>471182</strong></p><p>It is valid for ten minutes.</p>
<p><a href="https://shop.bench.localhost/confirm?c=471182&amp;u=1" style="background:#06c;color:#fff">Confirm here</a></p>
<p>Example Shop &ndash; 12 High Street</p></td></tr></table></body></html>`);
}

/** Nested tables with inline styles, as editors of newsletters write them. */
function newsletter(articles: number): Buffer {
  const article = (
    index: number,
  ) => `<tr><td style="padding:0 24px;font-family:Arial,sans-serif;font-size:14px;color:#333333">
<table border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td valign="top" width="120">
<a href="https://news.bench.localhost/a/${index}?utm=1&amp;t=${index}"><img src="https://cdn.bench.localhost/${index}.png" alt="Picture ${index}" width="120"></a>
</td><td valign="top" style="padding-left:16px"><h2 style="margin:0 0 8px;font-size:18px">Article ${index} &amp; more</h2>
<p style="margin:0 0 8px;line-height:1.5">The first sentence of <b>article ${index}</b>, which is some words long.<br>And another one.</p>
<ul><li>First point</li><li>Second point with <i>emphasis</i></li></ul>
<a href="https://news.bench.localhost/a/${index}" style="display:inline-block;background-color:#0066cc;color:#ffffff">Read on</a>
</td></tr></table></td></tr>`;
  return toMail(`<!doctype html><html><head><style>.d{color:#111}@media(max-width:480px){.w{width:320px}}</style></head>
<body><table border="0" cellpadding="0" cellspacing="0" width="600" style="background-color:#ffffff">
${Array.from({ length: articles }, (_, index) => article(index)).join("\n")}
</table><hr><p><a href="https://news.bench.localhost/leave">Unsubscribe</a></p></body></html>`);
}
