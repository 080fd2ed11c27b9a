import type { ErrorCode } from "@frontdesk/contract";

/** HTTP status of each error code of the contract. */
const statusByCode = {
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

/** Thrown by handlers to respond with an error of the contract: a code for programs and a sentence for people. */
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
    return statusByCode[this.code];
  }
}

/** For a deletion: ignores the Problem `not_found`, because another request may have been faster. Rethrows other errors. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Problem && error.code === "not_found")) throw error;
}

/** Thrown for invalid settings. The message names each flag. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

/** Why a storage call failed: an error (`failed`), no space left (`full`), or a timeout (`late`). */
export type StorageFault = "failed" | "full" | "late";

const storageSentences = {
  failed: "The server's storage does not respond. Try again shortly.",
  full: "The server's storage is full, so nothing was stored. Delete what is no longer needed, or ask the operator to free space.",
  late: "The server's storage did not respond in time. The change may still happen: check before you retry.",
} as const satisfies Record<StorageFault, string>;

/** Thrown if the storage fails. The response is 503; over SMTP 452 if the storage is full, else 451. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(message: string, { fault = "failed", cause }: { fault?: StorageFault; cause?: unknown } = {}) {
    super(message, { cause });
    this.fault = fault;
  }

  /** Returns the problem that the client gets. */
  toProblem(): Problem {
    return new Problem("unavailable", storageSentences[this.fault]);
  }
}
