import { readFileSync } from "node:fs";

/** A message made of parts, and the code that it holds. */
export interface Message {
  /** Its language's tag. */
  language: string;
  /** Set for the languages kept aside: their failures are counted and never tuned on. */
  aside: boolean;
  /** Which parts it is made of. */
  frame: string;
  text: string;
  expected: string | null;
}

/** Ways to say a thing, by its name in the frames. */
type Parts = Record<string, string[]>;

/** What stands around a code. `{hello}` and the like are drawn from the language's parts, `{all:phrase}` takes each in turn. */
const withCode = [
  "{all:phrase}",
  "{hello} {all:phrase}",
  "{hello}\n\n{all:phrase}\n\n{foot}",
  "{all:phrase} {price}",
  "{hello}\n\n{all:phrase}\n\n{price}\n\n-- \n{foot}",
  "{reset} {all:phrase}",
  "{all:phrase} {where}",
  "{pay} {all:bare}",
  "{hello} {pay} {all:bare}",
  "{pay} {check} {all:bare}",
];

/** The same around what is no code. */
const without = [
  "{all:other} {price}",
  "{hello} {all:other}",
  "{hello}\n\n{all:other}\n\n{foot}",
  "{hello}\n\n{pay}\n{all:other}\n\n{foot}",
  "{all:reset}",
  "{hello}\n\n{all:reset}\n\n{foot}",
  "{all:where}",
  "{hello} {all:pay} {price}",
  "{all:pay}\n\n{foot}",
];

const shapes = ["######", "######", "######", "####", "########", "@#@#@#"];
const users = ["ben2001", "b3nny", "maria_k88", "jdoe42", "ben.4410"];
const hosts = ["localhost:38443", "192.168.7.20:38443", "desk.example.com:38443", "[fe80::1c2d]:38443"];

/** Every frame with every phrase of every language: the same each time, and a new part changes no other message. */
export function composeMessages(): Message[] {
  return ["tuned.txt", "aside.txt"].flatMap((file) =>
    readParts(file).flatMap(({ language, parts }) =>
      [...withCode, ...without].flatMap((frame) => {
        const each = /\{all:(\w+)\}/.exec(frame)?.[1] ?? "";
        return (parts[each] ?? []).map((phrase) => {
          const made = compose(`${language}/${frame}/${phrase}`, frame.replace(`{all:${each}}`, phrase), parts);
          return { language, aside: file === "aside.txt", frame, ...made };
        });
      }),
    ),
  );
}

function compose(seed: string, frame: string, parts: Parts): { text: string; expected: string | null } {
  const random = createRandom(seed);
  const pick = (of: string[]) => of[Math.floor(random() * of.length)] ?? "";
  const draw = (shape: string) =>
    shape.replace(/[#@]/g, (mark) => (mark === "#" ? pick([..."0123456789"]) : pick([..."ACDEFHKMPRTWX"])));
  let expected: string | null = null;
  const values: Record<string, () => string> = {
    code: () => {
      expected = draw(pick(shapes));
      return expected;
    },
    n: () => pick(["45", "99", "1290", "12.50"]),
    tail: () => draw("####"),
    value: () => draw("######"),
    number: () => draw(pick(["######", "########"])),
    word: () => draw(pick(["@@@@##", "@@####", "@#@#@#"])),
    user: () => pick(users),
    host: () => pick(hosts),
  };
  let text = frame;
  // Parts hold parts: an offer holds an amount, and that a number.
  for (let depth = 0; depth < 3; depth += 1)
    text = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.() ?? pick(parts[name] ?? []));
  return { text, expected };
}

function readParts(file: string): { language: string; parts: Parts }[] {
  const blocks = readFileSync(new URL(`parts/${file}`, import.meta.url), "utf8")
    .split(/^# /m)
    .slice(1);
  return blocks.map((block) => {
    const [language = "", ...lines] = block.trim().split("\n");
    const parts = lines.map((line): [string, string[]] => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2).split(" | ")];
    });
    return { language, parts: Object.fromEntries(parts) };
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: string): () => number {
  let state = [...seed].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
