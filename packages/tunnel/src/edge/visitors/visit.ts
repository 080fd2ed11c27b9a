import type { Duplex } from "node:stream";
import type { Head } from "../../wire/index.ts";
import type { EdgeProblem } from "../problems/problem-page.ts";

/** The visitor's end of one request, whoever reads its connection: takes the answer as it comes. */
export interface Visit {
  /** Names who wants to hear of the visitor; one who has left already is reported at once. */
  attend(attendant: VisitAttendant): void;
  /** An interim answer, other than 101; false as for `write`. */
  inform(head: Head): boolean;
  /**
   * The head of the answer. It may be held until `flush`, to leave together with the body. `indexable`: search engines are told
   * nothing that the app does not say.
   */
  begin(head: Head, indexable: boolean): void;
  /** A piece of the body; false when the visitor should get no more until it has drained. */
  write(bytes: Buffer): boolean;
  /** The end of the answer, with the last piece of the body where that was known to be the last. */
  end(bytes: Buffer | null, trailers: readonly string[]): void;
  /** Bytes that were written and that the visitor has not read. */
  unread(): number;
  /** Nothing more has come by now: what was held must go. */
  flush(): void;
  /** Answers 101; gives the bare connection, or `null` where the visitor asked for none. */
  upgrade(head: Head): Duplex | null;
  /** The edge's own answer; a cut, where the app's has begun. */
  refuse(problem: EdgeProblem): void;
  /** Hangs up. */
  cut(): void;
}

export interface VisitAttendant {
  /** The visitor takes bytes again after `write` returned false. */
  onDrain(): void;
  /** The visitor hung up before the answer was complete. */
  onLeft(): void;
}
