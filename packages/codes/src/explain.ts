import type { Candidate } from "./candidate.ts";
import { findCandidates } from "./candidates.ts";
import { toConfidence } from "./scoring/confidence.ts";
import type { ScoredCandidate } from "./scoring/score.ts";
import { scoreMessage } from "./scoring/score-message.ts";
import { createLexicon, type Term } from "./text/lexicon.ts";
import { type NormalizedMessage, normalizeMessage } from "./text/normalize.ts";
import type { FindOptions } from "./types.ts";
import type { Family } from "./words/kinds.ts";

/** A candidate with everything that was said about it. */
export interface ExplainedCandidate extends Candidate {
  /** As the message shows it. */
  shown: string;
  /** Missing if nothing speaks for the candidate. */
  scored?: ScoredCandidate & { confidence: number };
}

/** Why each part of a message is a code or is none. For reports and tests; programs get `extractCodes`. */
export interface Explanation {
  message: NormalizedMessage;
  /** The words that the lists know. */
  terms: Term[];
  candidates: ExplainedCandidate[];
}

/** Returns a function that shows which words and candidates of a message were found and how they were scored. For reports. */
export function createExplainer(families: readonly Family[]): (text: string, options?: FindOptions) => Explanation {
  const lexicon = createLexicon(families);
  return (text, options = {}) => {
    const message = normalizeMessage(text, options);
    const terms = lexicon.find(message.textWithoutLinks, message.folded);
    const candidates = findCandidates(message, terms);
    const scoredByStart = new Map(
      scoreMessage(message, terms, candidates, options.sender ?? "").map((scored) => [scored.start, scored]),
    );
    return {
      message,
      terms,
      candidates: candidates.map((candidate) => {
        // `undefined` for a candidate without evidence.
        const scored = scoredByStart.get(candidate.start);
        return {
          ...candidate,
          shown: message.textWithoutLinks.slice(candidate.start, candidate.end),
          ...(scored && { scored: { ...scored, confidence: toConfidence(scored.score) } }),
        };
      }),
    };
  };
}
