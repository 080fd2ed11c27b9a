import { createHash, randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { createSignInLink } from "../../src/handlers/claims.ts";
import { type Answer, type Desk, firstKey, openDesk } from "../api/harness.ts";

export const callback = "http://localhost:4000/callback";

export const hour = 3_600_000;
export const day = 24 * hour;

/** Opens a server with a clock that the test moves. */
export async function open(options: Parameters<typeof openDesk>[0] = {}) {
  let now = Date.UTC(2030, 0, 1);
  const desk = await openDesk({ publicUrl: "https://desk.example.com", clock: { now: () => now }, ...options });
  onTestFinished(() => desk.server.close());
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { desk, pass, now: () => now };
}

/** A client's secret for one authorization, and what it sends of it. */
export function createChallenge() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Registers a client. Returns its id. */
export async function register(desk: Desk, redirectUris = [callback], name = "Test client"): Promise<string> {
  const body = { client_name: name, redirect_uris: redirectUris };
  return (await desk.call("POST", "/oauth/register", { token: null, body })).body.client_id;
}

export interface Authorization {
  clientId: string;
  redirectUri?: string;
  challenge: string;
  state?: string;
  scope?: string;
  resource?: string;
}

export function toAuthorizeQuery({
  clientId,
  redirectUri = callback,
  challenge,
  state = "s1",
  ...rest
}: Authorization) {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state,
  });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value);
  return query;
}

/** Sends the browser to the server. Returns the id of the request that the consent page gets. */
export async function authorize(desk: Desk, authorization: Authorization): Promise<string> {
  const { status, headers } = await desk.call("GET", `/oauth/authorize?${toAuthorizeQuery(authorization)}`, {
    token: null,
  });
  expect(status).toBe(303);
  const [page, id] = headers.get("location")!.split("#");
  expect(page).toMatch(/\/connect$/);
  return id!;
}

/** Registers a client and sends its browser to the server. Returns the id of the request that the consent page gets. */
export const openRequest = async (desk: Desk) =>
  authorize(desk, { clientId: await register(desk), challenge: createChallenge().challenge });

interface Decision {
  token?: string;
  scopes?: string[];
  duration?: "day" | "month" | "unlimited";
}

/** Allows a request as the consent page does. */
export const approve = (
  desk: Desk,
  request: string,
  { token = firstKey, scopes = ["mailbox:read"], duration = "unlimited" }: Decision = {},
): Promise<Answer> => desk.call("POST", "/oauth/consent/approve", { token, body: { request, scopes, duration } });

/** Returns the code of the URL that leads back to the client. */
export const codeOf = (answer: Answer): string => new URL(answer.body.redirect).searchParams.get("code")!;

/** Sends a form. */
export function sendForm(desk: Desk, path: string, form: Record<string, string>): Promise<Answer> {
  return desk.call("POST", path, {
    token: null,
    raw: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

/** Returns the form that exchanges a code for tokens. */
export const toCodeForm = (clientId: string, code: string, verifier: string) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  redirect_uri: callback,
  code_verifier: verifier,
});

export const refresh = (desk: Desk, clientId: string, refreshToken: string) =>
  sendForm(desk, "/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });

/** Goes from registration to the code. */
export async function obtainCode(desk: Desk, decision: Decision = {}) {
  const clientId = await register(desk);
  const { verifier, challenge } = createChallenge();
  const approved = await approve(desk, await authorize(desk, { clientId, challenge }), decision);
  expect(approved.body, "approval").toMatchObject({ redirect: expect.any(String) });
  return { clientId, verifier, code: codeOf(approved) };
}

/** Goes from registration to the tokens. */
export async function connect(desk: Desk, decision: Decision = {}) {
  const { clientId, verifier, code } = await obtainCode(desk, decision);
  const { status, body } = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
  expect({ status, body }).toMatchObject({ status: 200 });
  return { clientId, access: body.access_token as string, refresh: body.refresh_token as string, body };
}

/** Sends a request to `/mcp`. */
export const callMcp = (desk: Desk, token: string | null, body: object = listTools, signal?: AbortSignal) =>
  desk.call("POST", "/mcp", {
    // The token of an exchange that failed is missing, for which `call` would send the first key.
    token: token ?? null,
    body,
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    ...(signal && { signal }),
  });

/** Returns the result in a response of `/mcp`, which is JSON or one event. */
export function resultOf({ body }: Answer) {
  const message = typeof body === "string" ? JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? "{}") : body;
  return message.result;
}

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
export const callTool = (name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Returns the keys that an account's list shows. */
export const listKeys = async (desk: Desk) =>
  (await desk.call("GET", "agent-tokens/list")).body.agent_tokens as {
    id: string;
    name: string;
    expiry: string | null;
    connection?: object;
  }[];

/** Creates an agent key. */
export const createKey = async (desk: Desk, settings: { scopes?: string; expiry?: string } = {}) =>
  (await desk.call("POST", "agent-tokens/create", { body: { name: "approver", ...settings } })).body.agent_token as {
    id: string;
    token: string;
  };

/** Signs in to the dashboard with a link. Returns the session's key. */
export async function signInByLink(desk: Desk): Promise<{ id: string; token: string; expiry: string }> {
  const account = (await desk.server.services.accounts.findByName("default"))!;
  const { link } = await createSignInLink(desk.server.services, account.id);
  const { body } = await desk.call("POST", "sign-in", { token: null, body: { code: link.split("=")[1] } });
  return body.agent_token;
}
