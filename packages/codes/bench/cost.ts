import { parseArgs } from "node:util";
import { extractCodes, extractLinks } from "../src/all.ts";

/**
 * Compares what it costs to read a message with JSON.parse of a document of the same size, which every machine does at its own
 * speed. Both are measured by turns, in processor time, because other processes must not count. Exits 1 with `--check` if a limit is exceeded.
 */
const { values: flags } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const ROUNDS = 25;
/** One extraction is one turn of the event loop, which must not keep others waiting for longer. */
const MAX_TURN_MS = 20;
const sizes = [
  { length: 2_000, repeats: 60, maxRatio: 40 },
  { length: 65_536, repeats: 4, maxRatio: undefined },
  { length: 200_000, repeats: 2, maxRatio: 15 },
];

const paragraphs = {
  english: (index: number) =>
    `Hello Ana, thank you for visit number ${index} to the mill. The reading room is on the first floor now, open on Tuesdays from 10:30 to 17:00, and the new catalogue is at https://mill.example/catalogue/${index}?from=mail if you want to look at it. `,
  russian: (index: number) =>
    `Здравствуйте, Анна, спасибо за визит номер ${index} на мельницу. Читальный зал теперь на первом этаже, по вторникам с 10:30 до 17:00, а новый каталог на https://mill.example/catalogue/${index}?from=mail, если хотите посмотреть. `,
  chinese: (index: number) =>
    `安娜您好，感谢您第${index}次光临水车书店。阅览室已搬到一楼，每周二10:30至17:00开放，新目录在 https://mill.example/catalogue/${index}?from=mail ，欢迎查看。`,
};

let isWithinLimits = true;
for (const { length, repeats, maxRatio } of sizes) {
  const json = jsonOf(length);
  for (const [language, paragraph] of Object.entries(paragraphs)) {
    for (const format of ["text", "html"] as const) {
      const text = messageOf(length, paragraph, format);
      // The first calls also compile the code.
      for (let warmUp = 0; warmUp < ROUNDS; warmUp += 1) {
        extractCodes(text, { format });
        extractLinks(text, { format });
      }
      const baseline: number[] = [];
      const codes: number[] = [];
      const links: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        baseline.push(timeOf(() => JSON.parse(json), repeats) * (length / json.length));
        codes.push(timeOf(() => extractCodes(text, { format }), repeats));
        links.push(timeOf(() => extractLinks(text, { format }), repeats));
      }
      const ratio = median(codes) / median(baseline);
      const turn = median(codes);
      const isWithin = (maxRatio === undefined || ratio <= maxRatio) && turn <= MAX_TURN_MS;
      isWithinLimits &&= isWithin;
      console.log(
        `${String(length).padStart(7)} ${language.padEnd(8)} ${format}  codes ${turn.toFixed(2)} ms, ${ratio.toFixed(1)} × JSON.parse` +
          `  links ${median(links).toFixed(2)} ms, ${(median(links) / median(baseline)).toFixed(1)} ×${isWithin ? "" : "  over the limit"}`,
      );
    }
  }
}
if (flags.check && !isWithinLimits) process.exit(1);

/** Returns the processor time of one call in milliseconds: what other processes take does not count. */
function timeOf(run: () => unknown, repeats: number): number {
  const started = process.cpuUsage();
  for (let repeat = 0; repeat < repeats; repeat += 1) run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000 / repeats;
}

function median(times: number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0;
}

function messageOf(length: number, paragraph: (index: number) => string, format: "text" | "html"): string {
  let text = "Your verification code is 482913. It expires in 10 minutes.\n\n";
  for (let index = 0; text.length < length; index += 1)
    text += format === "html" ? `<p style="color:#333">${paragraph(index)}</p>` : `${paragraph(index)}\n\n`;
  return text.slice(0, length);
}

/** Returns a list of messages as a server sends it. */
function jsonOf(length: number): string {
  const messages: object[] = [];
  const messageLength = 150;
  for (let index = 0; index < length / messageLength; index += 1)
    messages.push({
      id: `m_${index}`,
      from: "ana@mill.example",
      subject: `Visit number ${index}`,
      received: 1_700_000_000 + index,
      read: index % 2 === 0,
      codes: [{ value: String(100_000 + index), confidence: 0.99 }],
    });
  return JSON.stringify(messages);
}
