import { mediaTypeOf, readBody } from "../http/body.ts";
import { OAuthError } from "./oauth-error.ts";

const formLimits = { maxBytes: 16 * 1024, shownLimit: "16 KiB", timeoutMs: 30_000 };

/** Returns the body of a request as text. @throws Problem 413 or 400 */
export function readSmallBody(request: Request): Promise<string> {
  return readBody(request, formLimits);
}

/** Reads the parameters of a form. @throws OAuthError `invalid_request` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== "application/x-www-form-urlencoded")
    throw new OAuthError("invalid_request", "Send a form, with Content-Type: application/x-www-form-urlencoded.");
  return rejectRepeated(new URLSearchParams(await readSmallBody(request)));
}

/** Returns the parameters, if none is repeated (RFC 6749 section 3.1). @throws OAuthError `invalid_request` */
export function rejectRepeated(parameters: URLSearchParams): URLSearchParams {
  // Clients may send `resource` several times (RFC 8707).
  const names = [...parameters.keys()].filter((name) => name !== "resource");
  if (new Set(names).size < names.length)
    throw new OAuthError("invalid_request", "A parameter is there more than once.");
  return parameters;
}

/** Returns a required parameter. @throws OAuthError `invalid_request` if it is missing or empty */
export function requireParameter(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name);
  if (value === null || value === "") throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
  return value;
}
