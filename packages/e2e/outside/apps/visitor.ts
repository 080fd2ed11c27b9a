/** A browser of sorts: keeps cookies, follows no redirect. */
export interface Visitor {
  get(path: string): Promise<Response>;
  /** Sends JSON. @throws when it is answered with another status than this, or with a failure. */
  post(path: string, body: object, status?: number): Promise<void>;
  /** Drops the cookies, as who comes anew. */
  forget(): void;
}

/** @param why What the application said of late, for errors. */
export function createVisitor(base: string, why: () => string): Visitor {
  const cookies = new Map<string, string>();
  let session: string | undefined;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("origin", base);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    // allauth names what an app without cookies goes on with.
    if (session) headers.set("x-session-token", session);
    const response = await fetch(new URL(path, base), { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  return {
    get: (path) => ask(path),
    async post(path, body, status) {
      const headers = { "content-type": "application/json", accept: "application/json" };
      const response = await ask(path, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (status === undefined ? !response.ok : response.status !== status)
        throw new Error(`${path} answers ${response.status}: ${text.slice(0, 1_000)}\n${why()}`);
      session = /"session_token":\s*"([^"]+)"/.exec(text)?.[1] ?? session;
    },
    forget() {
      cookies.clear();
      session = undefined;
    },
  };
}
