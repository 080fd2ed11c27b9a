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
  /** The link to follow, `null` if none may be given; undefined for a message without links. */
  link?: string | null;
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
  "{all:lead}\n\n{secret}",
  "{hello}\n\n{all:lead}\n\n{secret}\n\n{sign}",
  "{all:typed}",
  "{hello}\n\n{all:typed}\n\n{sign}",
  "{ref} {all:typed}",
  "{ref}\n{all:phrase}",
  "{all:control}",
  "{hello} {all:control} {price}",
  "{all:phrase}\n\n{deal}",
  "{all:phrase} {advert}",
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
  "{all:item}",
  "{hello}\n\n{all:item}\n\n{sign}",
  "{all:advert}",
  "{all:deal}",
  "{hello} {all:deal} {advert}",
  "{hello}\n\n{all:ref}\n\n{sign}",
];

/** The same with links, of which the first is the one to follow, or none. */
const withLink = ["{hello}\n\n{all:invite} [{url}]\n\n{leave} [{url}]"];
const withoutLink = ["{hello}\n\n{receipt}\n{all:bill} [{url}]\n\n{leave} [{url}]\n{sign}"];

const shapes = ["######", "######", "######", "####", "########", "@#@#@#"];
const secretShapes = ["######", "@@@@@@", "aaaaaa", "###-###-###", "### ### ###", "###-@@@", "@#@#@#"];
const users = ["ben2001", "b3nny", "maria_k88", "jdoe42", "ben.4410"];
const friends = ["BEN4410", "ANA-2291", "MARQ77"];
const hosts = ["localhost:38443", "192.168.7.20:38443", "desk.example.com:38443", "[fe80::1c2d]:38443"];

/** Every frame with every phrase of every language: the same each time, and a new part changes no other message. */
export function composeMessages(): Message[] {
  return ["tuned.txt", "aside.txt"].flatMap((file) =>
    [...readParts(file)].flatMap(([language, parts]) =>
      [...withCode, ...without, ...withLink, ...withoutLink]
        .filter((frame) => partNames(frame).every((name) => name in sources || parts[name]))
        .flatMap((frame) => composeFrame(frame, language, parts, file === "aside.txt")),
    ),
  );
}

function partNames(frame: string): string[] {
  return [...frame.matchAll(/\{(?:all:)?(\w+)\}/g)].map(([, name = ""]) => name);
}

function composeFrame(frame: string, language: string, parts: Parts, aside: boolean): Message[] {
  const each = /\{all:(\w+)\}/.exec(frame)?.[1] ?? "";
  return (parts[each] ?? []).map((phrase) => {
    const { text, expected, urls } = compose(
      `${language}/${frame}/${phrase}`,
      frame.replace(`{all:${each}}`, phrase),
      parts,
    );
    const link = withLink.includes(frame) ? urls[0] : withoutLink.includes(frame) ? null : undefined;
    return { language, aside, frame, text, expected, ...(link !== undefined && { link }) };
  });
}

/** What a name in a frame stands for, if not for a part of the language. */
const sources: Record<string, (draw: (shape: string) => string, pick: (of: string[]) => string) => string> = {
  n: (_, pick) => pick(["45", "99", "1290", "12.50"]),
  tail: (draw) => draw("####"),
  value: (draw) => draw("######"),
  number: (draw, pick) => draw(pick(["######", "########"])),
  word: (draw, pick) => draw(pick(["@@@@##", "@@####", "@#@#@#"])),
  code: (draw, pick) => draw(pick(shapes)),
  secret: (draw, pick) => draw(pick(secretShapes)),
  user: (_, pick) => pick(users),
  friend: (_, pick) => pick(friends),
  host: (_, pick) => pick(hosts),
  url: (draw, pick) =>
    `https://${pick(["mail", "go"])}.harbor.example/${pick(["i", "r", "x"])}/${draw("@a#@a#@a#@a#aa#a@@a#")}`,
};

function compose(seed: string, frame: string, parts: Parts): { text: string; expected: string | null; urls: string[] } {
  const random = createRandom(seed);
  const pick = (of: string[]) => of[Math.floor(random() * of.length)] ?? "";
  const alphabets: Record<string, string> = { "#": "0123456789", "@": "ACDEFHKMPRTWX", a: "bcdfghkmprtwxz" };
  const draw = (shape: string) => shape.replace(/[#@a]/g, (mark) => pick([...(alphabets[mark] ?? "")]));
  let expected: string | null = null;
  const urls: string[] = [];
  const fill = (name: string) => {
    const value = sources[name]?.(draw, pick) ?? pick(parts[name] ?? []);
    if (name === "code" || name === "secret") expected = /^[\d -]+$/.test(value) ? value.replace(/[ -]/g, "") : value;
    if (name === "url") urls.push(value);
    return value;
  };
  let text = frame;
  // Parts hold parts: an offer holds an amount, and that a number.
  for (let depth = 0; depth < 3; depth += 1) text = text.replace(/\{(\w+)\}/g, (_, name: string) => fill(name));
  return { text, expected, urls };
}

/** The parts of each language; those of everyday messages have a file of their own. */
function readParts(file: string): Map<string, Parts> {
  const languages = new Map<string, Parts>();
  for (const name of [file, `everyday-${file}`]) {
    const blocks = readFileSync(new URL(`parts/${name}`, import.meta.url), "utf8").split(/^# /m);
    for (const block of blocks.slice(1)) {
      const [language = "", ...lines] = block.trim().split("\n");
      const parts = lines.map((line): [string, string[]] => {
        const at = line.indexOf(": ");
        return [line.slice(0, at), line.slice(at + 2).split(" | ")];
      });
      languages.set(language, { ...languages.get(language), ...Object.fromEntries(parts) });
    }
  }
  return languages;
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
