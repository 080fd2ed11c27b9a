import type { ProviderOutlet } from "./outgoing.ts";
import type { ProviderError } from "./provider-error.ts";
import type { ProviderSetup } from "./setup.ts";

/** A provider whose send routes this server accepts: how its requests are read and how its responses look. */
export interface Provider {
  /** Name for people. */
  title: string;
  /** Host names of its API. */
  hosts: RegExp;
  setup: ProviderSetup;
  /** Header with which an app marks a repeated request, in lower case. */
  idempotencyHeader?: string;
  /** Returns the credential of a request, or `null`. `body` is given only if the provider's credential can be in it. */
  readCredential(headers: Headers, body?: unknown): string | null;
  /** Whether the credential can be in the body, which is then read before the credential is checked. */
  hasCredentialInBody?: boolean;
  routes: readonly ProviderRoute[];
  /** Returns an error in the provider's form. */
  toErrorReply(error: ProviderError): ProviderReply;
}

/** One send route of a provider. */
export interface ProviderRoute {
  /** Path with parameters, such as `/v3/{domain}/messages`. The method is POST. */
  path: string;
  /** What it delivers; `chosen` if the request says so. */
  channel: ProviderChannel | "chosen";
  /** Media type of the body: JSON, a URL-encoded form, either (`any`), or either kind of form (`multipart`). */
  body: "json" | "form" | "any" | "multipart";
  /** Returns an error in the form of this route, if it differs from the provider's other routes. */
  toErrorReply?(error: ProviderError): ProviderReply;
  respond(request: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply>;
}

/** What a provider delivers. */
export type ProviderChannel = "mail" | "sms";

/** A request to a provider's route. */
export interface ProviderRequest {
  path: Record<string, string>;
  headers: Headers;
  /** The parsed JSON, or the fields of a form. Long texts are placeholders: `readText` returns them. */
  body: unknown;
  /** Returns a text of the body. @throws ProviderError `too_large` */
  readText(value: string): string;
  /** Like `readText`, for subjects, addresses and headers, which are short. */
  readHeader(value: string): string;
  /** Yields the bytes of a raw mail: of a base64 text in JSON, or of a form's file. @throws ProviderError `invalid` */
  readBytes(value: string): AsyncIterable<Uint8Array>;
}

/** A response in a provider's form. */
export interface ProviderReply {
  status: number;
  /** JSON, or the text of another type that `headers` names; `null` for an empty body. */
  body: object | string | null;
  headers?: Record<string, string>;
}
