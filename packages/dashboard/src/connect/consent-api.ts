import { type Scope, UnreachableError } from "@frontdesk/sdk";
import { monitoredFetch } from "../app/connection.ts";

/** An app's request, as the server describes it. */
export interface ConsentRequest {
  client: {
    /** Name as the app says itself. Anybody can use any name. */
    name: string;
    /** Host to which the browser returns, or the scheme of an app. */
    host: string;
    redirect_uri: string;
    /** Whether the app runs on this computer. */
    is_local: boolean;
    /** Host that publishes the app's name and redirect URIs; `null` if the app has registered itself. */
    verified_host: string | null;
  };
  account: string;
  scopes: { scope: Scope; ticked: boolean; allowed: boolean }[];
  /** When the signed-in key expires, and a connection with it (RFC 3339); `null` for never. */
  expiry: string | null;
}

export type Duration = "day" | "month" | "unlimited";

export interface Decision {
  scopes: Scope[];
  duration: Duration;
}

/** Calls of the consent page, with the signed-in key. Each throws an Error with the server's sentence, or one that says what is wrong. */
export function createConsentApi(key: string, requestId: string) {
  /** Posts to the consent page's API: "" describes the request, `/approve` and `/deny` decide on it. */
  async function call<T>(path: string, body: object = {}): Promise<T> {
    const response = await monitoredFetch(
      new Request(`${location.origin}/oauth/consent${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ request: requestId, ...body }),
      }),
    ).catch((cause) => {
      throw new UnreachableError(location.origin, cause);
    });
    // A proxy in front of a server that is down answers with a page of its own.
    const result = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(result.error ?? `The server responded with status ${response.status}.`);
    return result;
  }
  return {
    describe: () => call<ConsentRequest>(""),
    approve: (decision: Decision) => call<{ redirect: string }>("/approve", decision),
    deny: () => call<{ redirect: string }>("/deny"),
  };
}

export type ConsentApi = ReturnType<typeof createConsentApi>;

/**
 * Returns whether the browser may go to this URL. The server checks it too; a script URL would run with the key of this
 * tab. Denies some schemes instead of permitting some, because an app may have its own scheme.
 */
export function isSafeRedirect(url: string): boolean {
  return URL.canParse(url) && !/^(?:javascript|data|blob|file|vbscript|about):$/.test(new URL(url).protocol);
}
