import { createCommand, run, type Terminal } from "@frontdesk/basics/command-line";
import { onTestFinished, vi } from "vitest";
import { commands, explainClientError as explain } from "../src/commands.ts";

export const url = "http://desk.test";
export const at = "2026-01-02T03:04:05.678Z";

/** What a server returns by path: JSON, or JSON by the query of the request. */
export type Responses = Record<string, object | ((query: URLSearchParams) => object | Promise<object>)>;

/** Runs a command against a server that gives these responses. Its requests are method, path and body. */
export async function call(argv: string, responses: Responses, terminal: Partial<Terminal> = {}) {
  const requests: string[] = [];
  /** Server and key of each request. */
  const callers: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { origin, pathname, search, searchParams } = new URL(request.url);
    const path = pathname.replace("/svc-api/", "");
    requests.push(`${request.method} ${path}${search} ${await request.text()}`.trim());
    callers.push(`${origin} ${request.headers.get("authorization")}`);
    const response = responses[path];
    if (response === undefined) return Response.json({ error: `No ${path}.`, code: "not_found" }, { status: 404 });
    const content = typeof response === "function" ? await response(searchParams) : response;
    return Response.json({ success: true, ...content });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const out: string[] = [];
  const err: string[] = [];
  const env = { FRONTDESK_URL: url, FRONTDESK_KEY: "svcagt_TheKeyOfTheCommandTests0000000" };
  const full = {
    ...{ env, out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) },
    ...{ ask: async () => null, ...terminal },
  };
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "frontdesk", description: "For tests.", examples: [] });
  const code = await run(createProgram, argv.split(" "), full, { version: "1.2.3", commands, explain });
  return { code, out, err, requests, callers };
}

/** Records, as the server sends them. */
export const mailbox = {
  id: "m1",
  name: "signup",
  address: "signup@desk.test",
  token: "svcm_1",
  email_count: 3,
  created_at: at,
};
export const smsInbox = (id: string, ...phones: string[]) => ({
  ...{ id, token: "svcsms_1", token_full: false, message_count: 2, created_at: at },
  phones: phones.map((phone) => ({ id: phone, phone, message_count: 1, last_received_at: null })),
});
