import type { Candidate } from "../candidates.ts";
import type { Keyword } from "../keywords/keywords.ts";
import type { Term } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import type { CodeKind } from "../types.ts";

/** The evidence that a candidate is a code: usually a keyword near it. */
export interface KeywordMatch {
  score: number;
  kind: CodeKind;
  reason: string;
  /** Only a delimiter or a joining word separates keyword and candidate, or the candidate has its own line. */
  isAdjacent: boolean;
  /** A delimiter or a joining word precedes the candidate. */
  isDelimited: boolean;
}

export interface ScoringInput {
  message: NormalizedMessage;
  terms: Term[];
  candidates: Candidate[];
  keywords: Keyword[];
  signals: MessageSignals;
}
