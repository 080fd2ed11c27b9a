/** A browser of sorts: keeps cookies, follows no redirect. */
export interface Visitor {
  get(path: string): Promise<Response>;
  /** Sends JSON. @throws when it is answered with another status than this, or with a failure. */
  post(path: string, body: object, status?: number): Promise<void>;
  /** The same by PUT. */
  put(path: string, body: object): Promise<void>;
  /** Reads JSON. @throws when it is answered with a failure. */
  read(path: string): Promise<Record<string, unknown>>;
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

  async function send(method: string, path: string, body: object, status?: number): Promise<void> {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const response = await ask(path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (status === undefined ? !response.ok : response.status !== status)
      throw new Error(`${path} answers ${response.status}: ${text.slice(0, 1_000)}\n${why()}`);
    session = /"session_token":\s*"([^"]+)"/.exec(text)?.[1] ?? session;
  }

  return {
    get: (path) => ask(path),
    post: (path, body, status) => send("POST", path, body, status),
    put: (path, body) => send("PUT", path, body),
    async read(path) {
      const response = await ask(path, { headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`${path} answers ${response.status}\n${why()}`);
      return (await response.json()) as Record<string, unknown>;
    },
    forget() {
      cookies.clear();
      session = undefined;
    },
  };
}
