import type { ErrorCode } from "@frontdesk/contract";

/** The server rejected a request. `message` is the sentence that the server sent. */
export class FrontdeskError extends Error {
  override readonly name = "FrontdeskError";
  /** HTTP status. */
  readonly status: number;
  /** Stable error code; `null` if the response did not come from a Frontdesk server. */
  readonly code: ErrorCode | null;

  constructor(status: number, code: ErrorCode | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Returns a handler for `.catch()`: `null` instead of an error with this HTTP status. */
export function orNull(status: number) {
  return (error: unknown): null => {
    if (error instanceof FrontdeskError && error.status === status) return null;
    throw error;
  };
}

// One class per error code.
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

/**
 * Creates the error for a failed response, of the class for its problem code, so that callers can use `instanceof`. Without a code
 * that this version knows, as from older or newer servers, it is a plain `FrontdeskError`.
 */
export function toFrontdeskError(body: unknown, response: Response): FrontdeskError {
  // `body` is `undefined` without a body, and a text from another server: `Object()` makes both an object without these fields.
  const { error, code }: { error?: unknown; code?: unknown } = Object(body);
  const message = typeof error === "string" ? error : describeStatus(response);
  const knownCode = toKnownCode(code);
  const ErrorClass = knownCode === null ? FrontdeskError : classes[knownCode];
  return new ErrorClass(response.status, knownCode, message);
}

/** Returns the error message for a response whose body has none. A `Response` that a test constructed has no URL. */
function describeStatus({ url, status, ok }: Response): string {
  const { host } = new URL(url || "http://server");
  const note = ok ? ", but not with JSON, so it is not a Frontdesk server. Check the server's URL." : "";
  return `${host} answered ${status}${note}`;
}

function toKnownCode(code: unknown): ErrorCode | null {
  return typeof code === "string" && Object.hasOwn(classes, code) ? (code as ErrorCode) : null;
}

/** Returns the error for a record that the account does not have. `kind` is what a person calls it, such as "SMS inbox". */
export function toNotFoundError(kind: string, idOrName: string): NotFoundError {
  return new NotFoundError(404, "not_found", `This account has no ${kind} ${idOrName}. The list shows those it has.`);
}

/** The server did not respond, or not in time. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  /** URL of the server. */
  readonly address: string;

  constructor(address: string, cause: unknown) {
    super(unreachableMessage(address, cause), { cause });
    this.address = address;
  }
}

/** Returns the message of an `UnreachableError`. Distinguishes an overloaded server, a slow one, and none at all. */
function unreachableMessage(address: string, cause: unknown): string {
  // The response to the last attempt, such as a 503, when the retries ended at the deadline.
  if (cause instanceof Response)
    return `The server at ${address} answered ${cause.status} until the time ran out. Try again later.`;
  if (isTimeout(cause))
    return `The server at ${address} did not answer in time. Is it busy or away, or is \`timeout\` too short?`;
  return `No server answers at ${address}. Is it running, and is the address right?`;
}

/** Whether this is the reason that `AbortSignal.timeout()` aborts with. */
export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

/** A message that arrived during a wait but did not match. */
export interface NearMiss {
  id: string;
  sender: string;
  /** Only of a mail. */
  subject?: string;
  snippet: string;
  /** RFC 3339. */
  received_at: string;
  /** Why it did not match, for people. */
  why: string;
}

/** Why a wait timed out: no message, none that passed the filters, or none of those contained a code or link. */
export type WaitTimeoutReason = "no_message" | "filtered_out" | "no_code";

/** No matching message arrived in time. Lists what did arrive, and why it did not match. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";
  declare readonly reason: WaitTimeoutReason;
  /** Email address or number of the inbox, if the handle knows it. */
  declare readonly address: string;
  /** The wait's `timeout`, in ms. */
  declare readonly timeout: number;
  /** Messages that arrived after the cursor and did not match, oldest first. */
  declare readonly nearMisses: readonly NearMiss[];
  /** The cursor at the end of the wait; pass it as `after` to continue. */
  declare readonly cursor: string | undefined;
  /** Recipients that the server rejected during the wait: perhaps a mistyped address. Empty without an agent key. */
  declare readonly rejected: readonly string[];
  /** Messages that were dropped for newer ones before they could be read. */
  declare readonly missed: number;
  /** `waitForMessages()` only: the messages that did arrive. The cursor has passed them. */
  declare readonly received: readonly unknown[];

  constructor({ target, received = [], ...details }: WaitTimeoutDetails) {
    super(`No ${target} reached ${details.address} within ${details.timeout} ms: ${explainTimeout(details)}`);
    Object.assign(this, { ...details, received });
  }
}

/** Arguments of a `WaitTimeoutError`. */
export interface WaitTimeoutDetails {
  reason: WaitTimeoutReason;
  address: string;
  timeout: number;
  target: string;
  nearMisses: readonly NearMiss[];
  cursor: string | undefined;
  rejected: readonly string[];
  missed: number;
  received?: readonly unknown[];
}

/**
 * Returns why a wait timed out, for people: the last message that did not match, and what was rejected or dropped. Continues the sentence
 * "No code reached …", so "none contained one" means a code.
 */
function explainTimeout({ reason, nearMisses, rejected, missed }: Omit<WaitTimeoutDetails, "target">): string {
  const last = nearMisses.at(-1);
  const example = last ? ` The last one, ${quoteTitle(last)} from ${last.sender}: ${last.why}.` : "";
  const sentences = {
    no_message: "no new message arrived. Was it sent to this address, or had it already arrived before?",
    filtered_out: `${nearMisses.length} arrived, but none passed the filters.${example}`,
    no_code: `${nearMisses.length} arrived, but none contained one.${example}`,
  };
  const missedNote = missed === 0 ? "" : ` ${missed} more were dropped for newer ones before they could be read.`;
  return sentences[reason] + describeRejected(rejected) + missedNote;
}

/** Returns the sentence about mail to unknown addresses; "" if there was none. */
function describeRejected(rejected: readonly string[]): string {
  const count = rejected.length;
  if (count === 0) return "";
  const verb = count === 1 ? "mail for unknown addresses was" : "mails for unknown addresses were";
  // Three are enough to recognize a mistyped address. Each is named once.
  const addresses = [...new Set(rejected)].slice(0, 3).join(", ");
  return ` ${count} ${verb} rejected meanwhile: ${addresses}.`;
}

/** What an error says of a message. */
interface MessageTitle {
  sender: string;
  subject?: string;
  snippet: string;
}

/** Returns the subject in quotation marks. An SMS has none: then the beginning of its text names it. */
function quoteTitle({ subject, snippet }: MessageTitle): string {
  return JSON.stringify(subject ?? snippet.slice(0, 60));
}

/** A message arrived that `expectNothing()` ruled out. */
export class UnexpectedMessageError extends Error {
  override readonly name = "UnexpectedMessageError";
  /** The message. */
  readonly received: unknown;

  constructor(received: MessageTitle, durationMs: number) {
    super(`Expected no message within ${durationMs} ms, but ${quoteTitle(received)} from ${received.sender} arrived.`);
    this.received = received;
  }
}
