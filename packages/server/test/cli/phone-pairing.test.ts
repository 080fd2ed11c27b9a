import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type Server } from "../../src/index.ts";
import { call } from "./call.ts";

const key = "svcagt_TheKeyOfThePairingTests000000000";
let server: Server;
let url: string;

beforeAll(async () => {
  const log = { info() {}, warn() {}, error() {} };
  server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0, log });
  ({ url } = await server.listen());
});
afterAll(() => server.close());

const setUp = (words: string[] = [], more: { isInteractive?: boolean; env?: Record<string, string> } = {}) =>
  call(["phone", "setup", "--app", "companion", "--url", url, ...words], { env: { FRONTDESK_KEY: key }, ...more });
const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}/svc-api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // What these tests ask is answered with one or the other.
  return (await response.json()) as { sms_token: { id: string; token: string }; sms_tokens: unknown[] };
};

describe("frontdesk phone setup --app companion", () => {
  test("prints a link that a phone exchanges for the account's SMS key, and registers an inbox if there is none", async () => {
    const { code, out, err } = await setUp(["--phone", "+1 555 012 3456,5550987654"]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${url}/pair#[\\w-]{22}/5550123456,5550987654$`));
    expect(err).toContain("works once");
    const { sms_token } = await ask("POST", "sms/pair", { code: /#([\w-]+)/.exec(out)?.[1] });
    expect(sms_token.token).toMatch(/^svcsms_/);
    expect((await setUp()).out).toMatch(/\/pair#[\w-]{22}$/);
    expect((await ask("GET", "sms/list")).sms_tokens).toHaveLength(1);
  });

  test("prints a QR code on a terminal, and nowhere else", async () => {
    expect((await setUp([], { isInteractive: true })).out).toContain("▄");
    expect((await setUp()).out).not.toContain("▄");
  });

  test("asks which of several SMS inboxes to use", async () => {
    const { sms_token } = await ask("POST", "sms/register", {});
    expect(await setUp()).toMatchObject({ code: 2, err: expect.stringContaining(sms_token.id) });
    expect((await setUp(["--id", sms_token.id])).code).toBe(0);
    await ask("DELETE", `sms/${sms_token.id}`);
  });

  test("reports what is missing or wrong, and no secret", async () => {
    expect(await setUp([], { env: {} })).toMatchObject({ code: 2, err: expect.stringContaining("FRONTDESK_KEY") });
    const wrong = await setUp([], { env: { FRONTDESK_KEY: "svcagt_wrong" } });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("unknown or was revoked") });
    expect(wrong.err).not.toContain("svcagt_wrong");
    expect(await setUp(["--id", "nothing"])).toMatchObject({ code: 1 });
    expect(await setUp(["--phone", "12"])).toMatchObject({ code: 2, err: expect.stringContaining("--phone") });
    expect(await setUp(["--out", "rules.json"])).toMatchObject({ code: 2 });
    const nobody = await call(["phone", "setup", "--app", "companion", "--url", "http://127.0.0.1:1"], {
      env: { FRONTDESK_KEY: key },
    });
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining("No server responds") });
  });
});
