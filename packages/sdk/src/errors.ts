import type { ErrorCode } from "@frontdesk/contract";

/** The server refused a request; the message is its own sentence. */
export class FrontdeskError extends Error {
  override readonly name = "FrontdeskError";
  /** HTTP status. */
  readonly status: number;
  /** One word for programs; `null` when the answer did not come from a Frontdesk. */
  readonly code: ErrorCode | null;

  constructor(status: number, code: ErrorCode | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A message that was seen while waiting and not taken. */
export interface NearMiss {
  id: string;
  sender: string;
  /** Of a mail. */
  subject?: string;
  snippet: string;
  /** Why it was not taken, in words. */
  why: string;
}

/** Why a wait ended empty: nothing came, nothing passed the filters, or what passed held no code or link. */
export type WaitTimeoutReason = "no_message" | "filtered_out" | "no_code";

/** Nothing suitable arrived in time. Says what did arrive, and why it was not taken. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";
  readonly reason: WaitTimeoutReason;
  /** The inbox's address or number, as far as the handle knows it. */
  readonly address: string;
  /** Milliseconds that were waited. */
  readonly timeout: number;
  /** What arrived after the cursor and was not taken, oldest first. */
  readonly nearMisses: readonly NearMiss[];
  /** Where the wait stood; `after: cursor` goes on from there. */
  readonly cursor: string | undefined;

  constructor({
    reason,
    address,
    timeout,
    wanted,
    nearMisses,
    cursor,
  }: {
    reason: WaitTimeoutReason;
    address: string;
    timeout: number;
    wanted: string;
    nearMisses: readonly NearMiss[];
    cursor: string | undefined;
  }) {
    super(`No ${wanted} reached ${address} within ${timeout} ms: ${explain(reason, nearMisses)}`);
    this.reason = reason;
    this.address = address;
    this.timeout = timeout;
    this.nearMisses = nearMisses;
    this.cursor = cursor;
  }
}

function explain(reason: WaitTimeoutReason, nearMisses: readonly NearMiss[]): string {
  if (reason === "no_message")
    return "no message arrived at all. Was it sent to this address, after the cursor was taken?";
  const last = nearMisses.at(-1);
  const example = last
    ? ` The last one, ${JSON.stringify(last.subject ?? last.snippet.slice(0, 60))} from ${last.sender}: ${last.why}.`
    : "";
  return reason === "filtered_out"
    ? `${nearMisses.length} arrived, but none passed the filters.${example}`
    : `${nearMisses.length} arrived, but none held one.${example}`;
}
