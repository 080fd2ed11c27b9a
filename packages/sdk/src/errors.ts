import type { ErrorCode } from "@frontdesk/contract";

/** The server rejected a request; the message is its own sentence. */
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

/** For a promise: `null` in place of an error of this status. */
export function orNull(status: number) {
  return (error: unknown): null => {
    if (error instanceof FrontdeskError && error.status === status) return null;
    throw error;
  };
}

/** One class for each code, all of them `FrontdeskError`s. */
export class InvalidRequestError extends FrontdeskError {}
export class UnauthenticatedError extends FrontdeskError {}
export class MissingScopeError extends FrontdeskError {}
export class LimitReachedError extends FrontdeskError {}
export class VipRequiredError extends FrontdeskError {}
export class TokenFullError extends FrontdeskError {}
export class OwnKeyError extends FrontdeskError {}
export class NotFoundError extends FrontdeskError {}
export class MethodNotAllowedError extends FrontdeskError {}
export class AlreadyTakenError extends FrontdeskError {}
export class PayloadTooLargeError extends FrontdeskError {}
export class UnsupportedMediaTypeError extends FrontdeskError {}
export class RateLimitedError extends FrontdeskError {}
export class InternalError extends FrontdeskError {}
export class UnavailableError extends FrontdeskError {}

const classes = {
  invalid_request: InvalidRequestError,
  unauthenticated: UnauthenticatedError,
  missing_scope: MissingScopeError,
  limit_reached: LimitReachedError,
  vip_required: VipRequiredError,
  token_full: TokenFullError,
  own_key: OwnKeyError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  already_taken: AlreadyTakenError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  rate_limited: RateLimitedError,
  internal: InternalError,
  unavailable: UnavailableError,
} satisfies Record<ErrorCode, typeof FrontdeskError>;

/** The error for an answer's body, as the class of its code. */
export function toFrontdeskError(body: unknown, response: Response): FrontdeskError {
  const { error, code }: { error?: unknown; code?: unknown } = Object(body);
  const message =
    typeof error === "string"
      ? error
      : `${new URL(response.url || "http://server").host} answered ${response.status}${response.ok ? notOurs : ""}`;
  const known = toKnownCode(code);
  // Servers of the original interface send no code.
  return new (known === null ? FrontdeskError : classes[known])(response.status, known, message);
}

const notOurs = ", but with no JSON, so it is no Frontdesk. Is the server's address right?";

function toKnownCode(code: unknown): ErrorCode | null {
  // `hasOwn` says that it is a key of the table.
  return typeof code === "string" && Object.hasOwn(classes, code) ? (code as ErrorCode) : null;
}

/** No server answers at the address, or none did in time. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  /** Where the server was sought. */
  readonly address: string;

  constructor(address: string, cause: unknown) {
    super(whyUnreachable(address, cause), { cause });
    this.address = address;
  }
}

/** A server that is slow, or that says it cannot, is not one that is away. */
function whyUnreachable(address: string, cause: unknown): string {
  if (cause instanceof Response)
    return `The server at ${address} answered ${cause.status} until the time ran out. Try again later.`;
  if (isTimeout(cause))
    return `The server at ${address} did not answer in time. Is it busy or away, or is \`timeout\` too short?`;
  return `No server answers at ${address}. Is it running, and is the address right?`;
}

/** What a signal with a time limit aborts with. */
export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

/** A message that was seen while waiting and not taken. */
export interface NearMiss {
  id: string;
  sender: string;
  /** Of a mail. */
  subject?: string;
  snippet: string;
  /** RFC 3339. */
  received_at: string;
  /** Why it was not taken, in words. */
  why: string;
}

/** Why a wait ended empty: nothing came, nothing passed the filters, or what passed held no code or link. */
export type WaitTimeoutReason = "no_message" | "filtered_out" | "no_code";

/** Nothing suitable arrived in time. Says what did arrive, and why it was not taken. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";
  declare readonly reason: WaitTimeoutReason;
  /** The inbox's address or number, as far as the handle knows it. */
  declare readonly address: string;
  /** Milliseconds that were waited. */
  declare readonly timeout: number;
  /** What arrived after the cursor and was not taken, oldest first. */
  declare readonly nearMisses: readonly NearMiss[];
  /** Where the wait stood; `after: cursor` goes on from there. */
  declare readonly cursor: string | undefined;
  /** Recipients that the server rejected meanwhile, where this handle may see them: perhaps the address was mistyped. */
  declare readonly rejected: readonly string[];
  /** How many messages rolled out of the inbox before they could be read. */
  declare readonly missed: number;
  /** Of a wait for several: those that did come, which the handle has passed. */
  declare readonly received: readonly unknown[];

  constructor({ wanted, received = [], ...facts }: WaitFacts) {
    super(`No ${wanted} reached ${facts.address} within ${facts.timeout} ms: ${explain(facts)}`);
    Object.assign(this, { ...facts, received });
  }
}

/** What is known of a wait that ended empty. */
export interface WaitFacts {
  reason: WaitTimeoutReason;
  address: string;
  timeout: number;
  wanted: string;
  nearMisses: readonly NearMiss[];
  cursor: string | undefined;
  rejected: readonly string[];
  missed: number;
  received?: readonly unknown[];
}

function explain({ reason, nearMisses, rejected, missed }: Omit<WaitFacts, "wanted">): string {
  const last = nearMisses.at(-1);
  const example = last
    ? ` The last one, ${JSON.stringify(last.subject ?? last.snippet.slice(0, 60))} from ${last.sender}: ${last.why}.`
    : "";
  const sentences = {
    no_message: "no message arrived at all. Was it sent to this address, after the cursor was taken?",
    filtered_out: `${nearMisses.length} arrived, but none passed the filters.${example}`,
    no_code: `${nearMisses.length} arrived, but none held one.${example}`,
  };
  const mails = (count: number) => (count === 1 ? "1 mail" : `${count} mails`);
  const strays =
    rejected.length === 0
      ? ""
      : ` ${mails(rejected.length)} for unknown addresses ${rejected.length === 1 ? "was" : "were"} rejected meanwhile: ` +
        `${[...new Set(rejected)].slice(0, 3).join(", ")}.`;
  const lost = missed === 0 ? "" : ` ${missed} more rolled out of the inbox before they could be read.`;
  return sentences[reason] + strays + lost;
}
