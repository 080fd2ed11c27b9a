import type { Candidate } from "../candidate.ts";
import { readKeywords } from "../keywords/keywords.ts";
import { fold } from "../text/letters.ts";
import type { Term } from "../text/lexicon.ts";
import { readSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import { type ScoredCandidate, scoreCandidates } from "./score.ts";
import { isDigits } from "./scoring.ts";

const MAX_SENDER_LENGTH = 500;

/** Scores how likely each candidate is a code, by what the message is about and by the words that name codes. */
export function scoreMessage(
  message: NormalizedMessage,
  terms: Term[],
  candidates: Candidate[],
  sender: string,
): ScoredCandidate[] {
  const signals = readSignals(message.textWithoutLinks, terms);
  const senderName = fold(sender.slice(0, MAX_SENDER_LENGTH).normalize("NFKC"));
  const keywords = readKeywords({ message, terms, candidates, signals, senderName });
  const numbers = candidates.filter(isDigits);
  return scoreCandidates({ message, terms, candidates, numbers, keywords, signals });
}
