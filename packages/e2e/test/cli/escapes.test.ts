import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "./call.ts";

const evil = "\u001b]0;renamed\u0007\u001b[2Jcleared\u009b31m\u202ereversed\r";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act on
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

let refuses = false;
const server = createServer((_request, response) => {
  response.writeHead(refuses ? 403 : 200, { "content-type": "application/json" });
  const account = { name: evil, tier: evil, limits: { mailboxes: 5 }, usage: { mailboxes: 1, [evil]: 2 } };
  const answer = { success: true, account, agent_token: { scopes: evil } };
  response.end(JSON.stringify(refuses ? { error: `No, ${evil}`, code: "missing_scope" } : answer));
});
let env: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  env = { FRONTDESK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, FRONTDESK_KEY: "svcagt_k" };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it("shows control characters from a server instead of passing them to the terminal", async () => {
  refuses = false;
  const { code, out } = await call(["status"], env);
  expect(code).toBe(0);
  expect(out).not.toMatch(obeyed);
  expect(out).toContain("\\u001b[2Jcleared");
});

it("also in an error", async () => {
  refuses = true;
  const { code, err } = await call(["status"], env);
  expect(code).toBe(1);
  expect(err).toMatch(/^No, /);
  expect(err).not.toMatch(obeyed);
});

it("and in JSON", async () => {
  refuses = false;
  const { out } = await call(["status", "--json"], env);
  expect(out).not.toMatch(obeyed);
  expect(JSON.parse(out).account.name).toBe(evil);
});

it("does not repeat a key that was typed in the wrong place", async () => {
  const key = "svcagt_0123456789abcdefghijABCDEFGHIJ";
  for (const argv of [["status", key], [key], ["status", `--${key}`]]) {
    const { code, err } = await call(argv, env);
    expect([code, err.includes("0123456789")]).toEqual([2, false]);
  }
});
