import { maskTokens } from "@frontdesk/basics";
import { Problem, StorageError } from "../problem.ts";

/** What was wrong. Each provider has its own status and words for it. */
export type ProviderFault =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "not_implemented"
  | "too_large"
  | "media_type"
  | "conflict"
  | "rate_limited"
  | "failed"
  | "unavailable";

/** Usual HTTP status of each fault. Some providers have others. */
export const httpStatuses = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_implemented: 501,
  too_large: 413,
  media_type: 415,
  conflict: 409,
  rate_limited: 429,
  failed: 500,
  unavailable: 503,
} as const satisfies Record<ProviderFault, number>;

interface ProviderErrorDetails {
  /** The provider's own code. */
  code?: number | string;
  /** The field that is wrong. */
  field?: string;
  headers?: Record<string, string>;
}

/** Thrown to respond with an error in the provider's form. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly fault: ProviderFault;
  readonly code: number | string | undefined;
  readonly field: string | null;
  readonly headers: Record<string, string>;

  constructor(fault: ProviderFault, message: string, { code, field, headers = {} }: ProviderErrorDetails = {}) {
    // A program may have sent a credential as an address by mistake.
    super(maskTokens(message));
    this.fault = fault;
    this.code = code;
    this.field = field ?? null;
    this.headers = headers;
  }
}

const faultByProblemCode: Partial<Record<Problem["code"], ProviderFault>> = {
  invalid_request: "invalid",
  unauthenticated: "unauthenticated",
  missing_scope: "forbidden",
  limit_reached: "forbidden",
  token_full: "forbidden",
  payload_too_large: "too_large",
  unsupported_media_type: "media_type",
  rate_limited: "rate_limited",
  unavailable: "unavailable",
};

/** Converts what a provider's route threw to an error of that provider. Returns `null` for an unexpected error. */
export function toProviderError(error: unknown): ProviderError | null {
  if (error instanceof ProviderError) return error;
  if (error instanceof StorageError) return toProviderError(error.toProblem());
  if (!(error instanceof Problem)) return null;
  return new ProviderError(faultByProblemCode[error.code] ?? "failed", error.message, { headers: error.headers });
}
