import type { ErrorCode } from "@frontdesk/contract";

/** HTTP status of each error code of the contract. */
const statusOf = {
  invalid_request: 400,
  unauthenticated: 401,
  missing_scope: 403,
  limit_reached: 403,
  vip_required: 403,
  token_full: 403,
  own_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_taken: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

/** What a handler throws to answer an error of the contract: a code for programs, a sentence for a person. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  /** Further body fields, such as `token_full`. */
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    {
      fields = {},
      headers = {},
      cause,
    }: { fields?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

/** Thrown for invalid settings. The message names each flag. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

/** Why a storage failed a request: it could not, there is no room for more, or it did not answer in time. */
export type StorageFault = "failed" | "full" | "late";

const storageSentences = {
  failed: "The server's storage does not answer. Try again shortly.",
  full: "The server's storage is full, so nothing was stored. Delete what is no longer needed, or have its operator make room.",
  late: "The server's storage did not answer in time. What was asked may still be done: look before you try again.",
} as const satisfies Record<StorageFault, string>;

/** The storage failed. Answered as 503; over SMTP as 452 where it is full, else as 451. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(message: string, { fault = "failed", cause }: { fault?: StorageFault; cause?: unknown } = {}) {
    super(message, { cause });
    this.fault = fault;
  }

  /** What the caller is told. */
  toProblem(): Problem {
    return new Problem("unavailable", storageSentences[this.fault]);
  }
}
