import { expect, test } from "vitest";
import { toErrorPage } from "../../src/oauth/error-page.ts";
import type { Desk } from "../api/harness.ts";
import {
  connect,
  createChallenge,
  createKey,
  day,
  hour,
  listKeys,
  obtainCode,
  open as openDesk,
  refresh,
  register,
  sendForm,
  toAuthorizeQuery,
  toCodeForm,
} from "./oauth-client.ts";

const otherUri = "https://other.example/cb";

/** Opens a server, and keeps the warnings of its log. */
async function open() {
  const warnings: unknown[][] = [];
  const log = { info() {}, error() {}, warn: (...line: unknown[]) => void warnings.push(line) };
  return { ...(await openDesk({ log })), warnings };
}
type Opened = Awaited<ReturnType<typeof open>>;

const invalidGrant = (error_description: string) => ({ error: "invalid_grant", error_description });

/** Sends the form of a code with these changes. */
async function exchange({ desk }: Pick<Opened, "desk">, changes: Record<string, string> = {}) {
  const { clientId, code, verifier } = await obtainCode(desk);
  return sendForm(desk, "/oauth/token", { ...toCodeForm(clientId, code, verifier), ...changes });
}

test.each<[string, (opened: Opened) => ReturnType<Desk["call"]>, object]>([
  [
    "a code that is unknown",
    (opened) => exchange(opened, { code: "svcac_unknown" }),
    invalidGrant("The code is unknown, or was used long ago. Connect again."),
  ],
  [
    "a code of another client",
    async (opened) => exchange(opened, { client_id: await register(opened.desk, [otherUri]) }),
    invalidGrant("The code was issued to another client_id."),
  ],
  [
    "a code with another redirect URI",
    (opened) => exchange(opened, { redirect_uri: otherUri }),
    invalidGrant("redirect_uri is not that of the authorization request."),
  ],
  [
    "a code with another verifier",
    (opened) => exchange(opened, { code_verifier: createChallenge().verifier }),
    invalidGrant("code_verifier does not belong to the code_challenge."),
  ],
  [
    "a verifier that is too short",
    (opened) => exchange(opened, { code_verifier: "a" }),
    invalidGrant("code_verifier must have 43 to 128 letters, digits or -._~"),
  ],
  [
    "a code that is too old",
    async ({ desk, pass }) => {
      const { clientId, code, verifier } = await obtainCode(desk);
      pass(60_000);
      return sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
    },
    invalidGrant("The code is older than a minute. Connect again."),
  ],
  [
    "a code whose approver was revoked",
    async ({ desk }) => {
      const approver = await createKey(desk);
      const { clientId, code, verifier } = await obtainCode(desk, { token: approver.token });
      await desk.call("DELETE", `agent-tokens/${approver.id}`);
      return sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
    },
    invalidGrant("The key that has approved this was revoked. Connect again."),
  ],
  [
    "a refresh token that is unknown",
    async ({ desk }) => refresh(desk, await register(desk), "svcrt_unknown"),
    invalidGrant("The refresh token is unknown, or its connection was revoked. Connect again."),
  ],
  [
    "a refresh token of another client",
    async ({ desk }) => refresh(desk, await register(desk, [otherUri]), (await connect(desk)).refresh),
    invalidGrant("The token was issued to another client_id."),
  ],
  [
    "a refresh token of a connection that has ended",
    async ({ desk, pass }) => {
      const connection = await connect(desk, { duration: "day" });
      pass(day);
      return refresh(desk, connection.clientId, connection.refresh);
    },
    invalidGrant("The refresh token has expired, or was replaced. Connect again."),
  ],
  [
    "a client that is unknown",
    (opened) => exchange(opened, { client_id: "unknown" }),
    {
      error: "invalid_client",
      error_description: "This client_id is unknown to this server. Register again.",
    },
  ],
  [
    "another kind of grant",
    (opened) => exchange(opened, { grant_type: "password" }),
    {
      error: "unsupported_grant_type",
      error_description: "grant_type must be authorization_code or refresh_token.",
    },
  ],
])("the error for %s says why, and what to do", async (_what, send, body) => {
  const opened = await open();
  expect((await send(opened)).body).toEqual(body);
  // None of it hints at a theft.
  expect(opened.warnings).toEqual([]);
});

test("a code that is used twice is logged with the connection that ends, and the client told to connect again", async () => {
  const { desk, warnings } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const form = toCodeForm(clientId, code, verifier);
  await sendForm(desk, "/oauth/token", form);
  const [row] = await listKeys(desk);
  const { body } = await sendForm(desk, "/oauth/token", form);
  expect(body).toEqual(invalidGrant("The code was used already. The connection was revoked. Connect again."));
  expect(warnings).toEqual([
    ["An authorization code was used twice; its connection was revoked", { connection: row!.id }],
  ]);
});

test("a refresh token that is used again is logged with the connection and its name, and the client told to connect again", async () => {
  const { desk, pass, warnings } = await open();
  const { clientId, refresh: first } = await connect(desk);
  const [row] = await listKeys(desk);
  pass(hour);
  const { body: second } = await refresh(desk, clientId, first);
  await refresh(desk, clientId, second.refresh_token);
  const { body } = await refresh(desk, clientId, first);
  expect(body).toEqual(invalidGrant("The refresh token was used before. The connection was revoked. Connect again."));
  const facts = { connection: row!.id, name: "Test client" };
  expect(warnings).toEqual([["A refresh token was used again; its connection was revoked", facts]]);
});

test.each([
  [{ client_id: "abc.def" }, 400, "This client_id is unknown to this server."],
  [{ response_type: "token" }, 400, "response_type must be code."],
  [{ code_challenge_method: "plain" }, 400, "code_challenge is missing or malformed; its method must be S256 (PKCE)."],
  [{ state: "s".repeat(4_097) }, 400, "state is longer than 4096 characters."],
  [{ resource: "https://other.example/mcp" }, 400, "resource must be https://desk.example.com/mcp."],
  [{ client_id: "" }, 400, "The parameter client_id is missing."],
])("with %j the person's browser gets a page that says why, and what to do", async (changes, status, why) => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  const answer = await desk.call("GET", `/oauth/authorize?${query}`, { token: null });
  const lines = [why, "Nothing was shared. Go back to the app and try again, or tell its maker what this page says."];
  const page = toErrorPage({ title: "This app cannot connect", lines, status });
  expect([answer.status, answer.body]).toEqual([page.status, await page.text()]);
});

test("an error page shows its title and lines as text, and has the headers that it is given", async () => {
  const page = toErrorPage({
    title: "A <b> & c",
    lines: ['<a href="x">', "two"],
    status: 409,
    headers: { "retry-after": "7" },
  });
  expect(page.status).toBe(409);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "retry-after": "7",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  const html = await page.text();
  expect(html).toContain("<title>A &#60;b&#62; &#38; c</title>");
  expect(html.slice(html.indexOf("<h1>"))).toBe(
    "<h1>A &#60;b&#62; &#38; c</h1>\n<p>&#60;a href=&#34;x&#34;&#62;</p>\n<p>two</p>\n</body></html>\n",
  );
});
