import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as all from "../../src/all.ts";
import type { FindOptions } from "../../src/index.ts";
import * as core from "../../src/index.ts";

/** A message and what is to be found in it. */
export interface Case {
  channel?: FindOptions["channel"];
  format?: FindOptions["format"];
  subject?: string;
  text: string;
  expected: string | null;
  /** Other forms of the code that are as right. */
  accept?: string[];
  /** The right link; `null` where none may be given. */
  link?: string | null;
  /** Says why opinions differ on it; such a message is not guarded. */
  soft?: string;
}

type Finder = Pick<typeof core, "extractCode" | "extractLink">;

export const finders = { "codes/all": all, codes: core };
type FinderName = keyof typeof finders;

/** The hashes of messages, by the finder that reads them rightly. */
export type Rightly = Record<FinderName, Set<string>>;

export const files = {
  /** What is right in data that is not in the repository. */
  data: new URL("data.txt", import.meta.url),
  /** What is right in the messages of ../composed. */
  composed: new URL("composed.txt", import.meta.url),
};

export function optionsOf({ channel, format, subject }: Case): FindOptions {
  return { ...(channel && { channel }), ...(format && { format }), ...(subject !== undefined && { subject }) };
}

export function isRight({ expected, accept = [] }: Case, found: string | null): boolean {
  return found === expected || (found !== null && accept.includes(found));
}

function hashOf({ channel, format, subject, text, expected }: Case): string {
  const whole = JSON.stringify([channel, format, subject, text, expected]);
  return createHash("sha256").update(whole).digest("base64url").slice(0, 8);
}

function readRightly(cases: readonly Case[]): Rightly {
  const right: Rightly = { "codes/all": new Set(), codes: new Set() };
  for (const item of cases.filter(({ soft }) => !soft))
    for (const name of namesIn(finders)) if (reads(finders[name], item)) right[name].add(hashOf(item));
  return right;
}

function reads({ extractCode, extractLink }: Finder, item: Case): boolean {
  const options = optionsOf(item);
  const { text, link } = item;
  return isRight(item, extractCode(text, options)) && (link === undefined || extractLink(text, options) === link);
}

/** What of these messages was right and is no longer, without a reason in lost.txt; and what has become right. */
export function compare(cases: readonly Case[], kept: Rightly): { lost: string[]; gained: string[] } {
  const excused = readReasons();
  const right = readRightly(cases);
  const present = new Map(cases.map((item) => [hashOf(item), item.text.trim().slice(0, 100)]));
  const lost: string[] = [];
  const gained: string[] = [];
  for (const name of namesIn(finders)) {
    for (const hash of kept[name])
      if (present.has(hash) && !right[name].has(hash) && !excused.has(hash))
        lost.push(`${hash} by ${name}: ${present.get(hash)}`);
    for (const hash of right[name]) if (!kept[name].has(hash) && !excused.has(hash)) gained.push(`${hash} by ${name}`);
  }
  return { lost, gained };
}

/** A finder's name after `# `, then the hashes, one a line. */
export function readKept(file: URL): Rightly {
  const kept: Rightly = { "codes/all": new Set(), codes: new Set() };
  for (const block of readFileSync(file, "utf8").split(/^# /m).slice(1)) {
    const [head = "", ...hashes] = block.trim().split("\n");
    for (const name of namesIn(finders))
      if (head.split(", ").includes(name)) for (const hash of hashes) kept[name].add(hash);
  }
  return kept;
}

/** Adds what is right now. What is lost stays until lost.txt names it; of `whole` sets, what is no longer in them goes. */
export function keepRight(file: URL, cases: readonly Case[], { whole = false } = {}): void {
  const kept = readKept(file);
  const right = readRightly(cases);
  const present = new Set(cases.map(hashOf));
  const excused = readReasons();
  const byFinders = new Map<string, string[]>();
  for (const name of namesIn(finders))
    for (const hash of kept[name]) if (present.has(hash) || !whole) right[name].add(hash);
  for (const hash of new Set(namesIn(finders).flatMap((name) => [...right[name]]))) {
    const head = namesIn(finders)
      .filter((name) => right[name].has(hash))
      .join(", ");
    if (!excused.has(hash)) byFinders.set(head, [...(byFinders.get(head) ?? []), hash]);
  }
  const blocks = [...byFinders].sort().map(([head, hashes]) => [`# ${head}`, ...hashes.sort()].join("\n"));
  writeFileSync(file, `${blocks.join("\n")}\n`);
}

/** lost.txt: a hash and why a worse result is better for it, a line each. */
function readReasons(): Map<string, string> {
  const lines = readFileSync(new URL("lost.txt", import.meta.url), "utf8").split("\n");
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [hash = "", ...reason] = line.split(" ");
      return hash.length === 8 && reason.length > 0 ? [[hash, reason.join(" ")]] : [];
    }),
  );
}

function namesIn<Name extends string>(record: Record<Name, unknown>): Name[] {
  // The keys of an object literal are its type's.
  return Object.keys(record) as Name[];
}
