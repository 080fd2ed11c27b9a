import type { FindOptions, LinkCandidate } from "@frontdesk/codes";
import type { MessageContent, MessageSummary } from "./inbox-source.ts";
import { loadExtraction } from "./load-extraction.ts";
import type { Code } from "./records.ts";
import type { Search, WaitOptions } from "./wait.ts";

/** Conditions on the code itself. */
type CodeShape = Pick<FindOptions, "length" | "alphabet" | "pattern">;

/** Options of a wait for a link. */
export interface LinkWaitOptions<Message> extends WaitOptions<Message> {
  /** Least confidence of the result, from 0 to 1. @default 0.5 */
  minConfidence?: number;
  /** Which message to take if several contain one. @default "newest" */
  pick?: "newest" | "first";
}

/** Options of a wait for a code. */
export interface FindWaitOptions<Message> extends LinkWaitOptions<Message>, CodeShape {}

export interface FoundMessage<Message> {
  message: Message;
  /** Cursor after this message. Pass it as `after` to continue in another process. */
  cursor: string;
}
export interface FoundCode<Message> extends FoundMessage<Message> {
  /** The code as one types it into a form. */
  code: string;
  /** Everything that may be the code, best first. */
  candidates: Code[];
}
export interface FoundLink<Message> extends FoundMessage<Message> {
  /** URL to open. */
  link: string;
  /** Everything that may be the link, best first. */
  candidates: LinkCandidate[];
}

type FullMessage = MessageSummary & MessageContent;

/** Matches every message. */
export const anyMessage: Search<unknown, null> = {
  target: "message",
  pick: "first",
  inspect: () => ({ found: null }),
};

/** The server lists codes from this confidence on. */
const defaultMinConfidence = 0.5;

/**
 * Matches messages that contain a code. Uses the codes that the server extracted; extracts again only if the options ask
 * for a shape or a confidence that the server's list cannot answer.
 */
export function codeSearch<Message extends FullMessage>(
  { minConfidence = defaultMinConfidence, pick = "newest", length, alphabet, pattern }: FindWaitOptions<Message>,
  channel: "email" | "sms",
): Search<Message, Code[]> {
  const hasShape = length !== undefined || alphabet !== undefined || pattern !== undefined;
  return {
    target: "code",
    pick,
    /**
     * Returns the codes of a message, or why it does not match. Uses the server's codes, unless the search is for a certain shape or
     * for less confidence than the default, below which the server lists none.
     */
    async inspect(message) {
      const serverCodes = message.codes.filter(({ kind }) => kind === "one_time");
      const canUseServerCodes = !hasShape && minConfidence >= defaultMinConfidence;
      if (canUseServerCodes && hasConfident(serverCodes, minConfidence)) return { found: serverCodes };
      const { extractCodesOf, toCode } = await loadExtraction();
      const candidates = extractCodesOf(message, channel, { length, alphabet, pattern });
      // If the server's list could be used, it had no such code, and the candidates found here only explain why.
      if (!canUseServerCodes && hasConfident(candidates, minConfidence)) return { found: candidates.map(toCode) };
      const unsure = candidates.filter(({ confidence }) => confidence < minConfidence);
      return { why: whyNot("code", unsure) };
    },
  };
}

/** Matches messages that contain an action link. */
export function linkSearch<Message extends FullMessage>(
  { minConfidence = defaultMinConfidence, pick = "newest" }: LinkWaitOptions<Message>,
  channel: "email" | "sms",
): Search<Message, LinkCandidate[]> {
  return {
    target: "link",
    pick,
    /** Returns the action links of a message, or why it does not match. */
    async inspect(message) {
      // The links that the server sent with the message have no confidence, so links are always extracted here.
      const candidates = (await loadExtraction()).extractLinksOf(message, channel);
      return hasConfident(candidates, minConfidence) ? { found: candidates } : { why: whyNot("link", candidates) };
    },
  };
}

/** Returns whether a candidate has enough confidence. The best comes first, so the others need no check. */
function hasConfident(candidates: readonly { confidence: number }[], minConfidence: number): boolean {
  const best = candidates[0];
  return best !== undefined && best.confidence >= minConfidence;
}

/** Returns why a message does not match, for people. `candidates`: those with too little confidence, best first. */
function whyNot(target: string, candidates: readonly { confidence: number; reason: string }[]): string {
  const best = candidates[0];
  return best === undefined
    ? `it contains no ${target}`
    : `its best candidate for the ${target} has too little confidence (${best.confidence.toFixed(2)}: ${best.reason})`;
}
