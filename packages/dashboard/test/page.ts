import { h, render } from "preact";
import { onTestFinished, vi } from "vitest";

type Respond = (request: Request) => unknown;

interface SentRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | null;
  signal: AbortSignal;
  /** The text of the body, once it is read; "" if there is none. */
  body?: string;
}

/** A stand-in for the server: requests it has got, and what it responds by path. */
export interface Server {
  requests: SentRequest[];
  /** A body for 200, a `Response`, or a function of the request; a promise holds the response back. */
  respond(path: string, body: unknown): void;
}

export function startServer(): Server {
  const routes = new Map<string, unknown>();
  const server: Server = {
    requests: [],
    respond: (path, body) => void routes.set(path, body),
  };
  vi.stubGlobal("fetch", async (request: Request, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace("/svc-api/", "");
    const key = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    const { method } = request;
    const signal = init?.signal ?? request.signal;
    const sent: SentRequest = { method, path, query: Object.fromEntries(searchParams), key, signal };
    server.requests.push(sent);
    const text = request.clone().text();
    text.then((body) => Object.assign(sent, { body }));
    const route = routes.get(path);
    const given = await untilAborted(signal, typeof route === "function" ? (route as Respond)(request) : route);
    if (given instanceof Response) return given.clone();
    if (given === undefined) return problem(404, "not_found");
    return Response.json({ success: true, ...(given as object) });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return server;
}

/** A server whose account has nothing yet. */
export function startEmptyServer(): Server {
  const server = startServer();
  server.respond("mailbox/list", { mailboxes: [], limit: null, used: 0 });
  server.respond("subdomain/list", { subdomains: [] });
  server.respond("agent-tokens/list", { agent_tokens: [] });
  server.respond("authenticators/list", { authenticators: [] });
  return server;
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T> | T): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  ]);
}

export const problem = (status: number, code: string) =>
  Response.json({ error: `The server says ${code}.`, code }, { status });

export const version = { name: "frontdesk", version: "0.0.0", edition: "later" };
export const account = (name = "default", scopes: string | null = null) => ({
  account: { name, tier: "normal", limits: {}, usage: {} },
  agent_token: { id: "k1", name: "first", scopes, expiry: null },
});

/** A promise and what ends it. */
export function held<T>() {
  let release: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

/** Draws a hook as a page would: what it returned last, and how the view is taken away or drawn with another input. */
export function drawHook<Input, Output>(hook: (input: Input) => Output, first: NoInfer<Input>) {
  const root = document.createElement("div");
  const drawn = { output: undefined as Output | undefined, times: 0 };
  function View({ input }: { input: Input }) {
    drawn.output = hook(input);
    drawn.times++;
    return null;
  }
  const draw = (input: NoInfer<Input>) => render(h(View, { input }), root);
  draw(first);
  const remove = () => render(null, root);
  onTestFinished(remove);
  return {
    get output() {
      return drawn.output as Output;
    },
    get times() {
      return drawn.times;
    },
    draw,
    remove,
  };
}
