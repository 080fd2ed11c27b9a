import type { FindOptions, LinkCandidate } from "@frontdesk/codes";
import { loadFinder } from "./finder.ts";
import type { Code } from "./records.ts";
import type { Content, Summary } from "./source.ts";
import type { Search, WaitOptions } from "./wait.ts";

/** What a code must be like. */
type Wanted = Pick<FindOptions, "length" | "alphabet" | "pattern">;

/** Beside the filters: how sure the finder must be, and which of several messages counts. */
export interface LinkWaitOptions<Message> extends WaitOptions<Message> {
  /** How sure an answer must be, from 0 to 1. @default 0.5 */
  minConfidence?: number;
  /** Of several messages that hold one, the newest or the first. @default "newest" */
  pick?: "newest" | "first";
}

/** For a code also what it must be like. */
export interface FindWaitOptions<Message> extends LinkWaitOptions<Message>, Wanted {}

export interface FoundMessage<Message> {
  message: Message;
  /** Behind this message; `after: cursor` goes on from here in another process. */
  cursor: string;
}
export interface FoundCode<Message> extends FoundMessage<Message> {
  /** What is typed into the form. */
  code: string;
  /** All that may be the code, best first. */
  candidates: Code[];
}
export interface FoundLink<Message> extends FoundMessage<Message> {
  /** The address to follow. */
  link: string;
  /** All that may be the link, best first. */
  candidates: LinkCandidate[];
}

type Whole = Summary & Content;

/** Any message at all. */
export const anyMessage: Search<unknown, null> = {
  wanted: "message",
  pick: "first",
  look: () => ({ found: null }),
};

/** From this confidence on a finding is among a message's `codes`. */
const sureEnough = 0.5;

/** A message that holds a code: one of its own `codes`, and only what these cannot tell is sought here. */
export function codeSearch<Message extends Whole>(
  { minConfidence = sureEnough, pick = "newest", length, alphabet, pattern }: FindWaitOptions<Message>,
  channel: "email" | "sms",
): Search<Message, Code[]> {
  const isShaped = length !== undefined || alphabet !== undefined || pattern !== undefined;
  return {
    wanted: "code",
    pick,
    async look(message) {
      const known = message.codes.filter(({ kind }) => kind === "one_time");
      const tells = !isShaped && minConfidence >= sureEnough;
      if (tells && isSure(known, minConfidence)) return { found: known };
      const { seekCodes, toCode } = await loadFinder();
      const sought = seekCodes(message, channel, { length, alphabet, pattern });
      if (!tells && isSure(sought, minConfidence)) return { found: sought.map(toCode) };
      const unsure = sought.filter(({ confidence }) => confidence < minConfidence);
      return { why: whyNot("code", unsure) };
    },
  };
}

/** A message that holds a link to follow. */
export function linkSearch<Message extends Whole>(
  { minConfidence = sureEnough, pick = "newest" }: LinkWaitOptions<Message>,
  channel: "email" | "sms",
): Search<Message, LinkCandidate[]> {
  return {
    wanted: "link",
    pick,
    async look(message) {
      const candidates = (await loadFinder()).seekLinks(message, channel);
      return isSure(candidates, minConfidence) ? { found: candidates } : { why: whyNot("link", candidates) };
    },
  };
}

function isSure(candidates: readonly { confidence: number }[], least: number): boolean {
  const best = candidates[0];
  return best !== undefined && best.confidence >= least;
}

function whyNot(wanted: string, candidates: readonly { confidence: number; reason: string }[]): string {
  const best = candidates[0];
  return best === undefined
    ? `it holds no ${wanted}`
    : `its best candidate is not sure enough to be the ${wanted} (${best.confidence.toFixed(2)}: ${best.reason})`;
}
