import { operations } from "@frontdesk/contract";
import { expect, it } from "vitest";
import { type Desk, firstKey, fragileStorage, type openDesk } from "./harness.ts";

/** Every operation of the contract, by its id. */
export const documented = Object.entries(operations);

/** A path of the contract with something in its places. */
export const fill = (path: string) => path.replace("{id}", "some-id").replace("{name}", "some-name");

/** What every operation answers when the server is in trouble; `open` opens a desk whose answers are recorded. */
export function testEverywhere(open: (options?: Parameters<typeof openDesk>[0]) => Promise<Desk>): void {
  it.each(documented.filter(([, { body, token }]) => body !== "none" && body !== "mail" && token !== "signature"))(
    "%s refuses a body that is too large or not JSON",
    async (_id, { method, path, token }) => {
      const other = await open();
      const key = token === "sms" ? (await other.call("POST", "sms/register")).body.sms_token.token : firstKey;
      const { body } = await other.call("POST", "agent-tokens/create", { body: { name: "x" } });
      const at = path.replace("{id}", body.agent_token.id);
      const large = await other.call(method, at, {
        token: key,
        raw: `{"x":"${"x".repeat(1024 * 1024)}"}`,
        headers: { "content-type": "application/json" },
      });
      expect(large.body.code).toBe("payload_too_large");
      const form = await other.call(method, at, {
        token: key,
        raw: "a=b",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(form.body.code).toBe("unsupported_media_type");
      const broken = await other.call(method, at, {
        token: key,
        raw: "{",
        headers: { "content-type": "application/json" },
      });
      expect(broken.body.code).toBe("invalid_request");
    },
  );

  it("answers 503 on every operation while the storage fails, and tells no detail", async () => {
    const { storage, break: breakIt, mend } = fragileStorage();
    const fragile = await open({ storage });
    const box = (await fragile.call("POST", "mailbox/register", { body: { name: "x" } })).body.mailbox;
    const sms = (await fragile.call("POST", "sms/register")).body.sms_token;
    breakIt();
    for (const [id, { method, path, token, body }] of documented) {
      if (token === "signature") continue;
      if (["getServerVersion", "checkPhone", "getTunnelSkill"].includes(id) || !path.startsWith("/svc-api/")) continue;
      const key = { agent: firstKey, mailbox: box.token, sms: sms.token, signature: null, none: null }[token];
      const query = id === "checkMailbox" ? "?name=free" : "";
      const answer = await fragile.call(method, fill(path) + query, {
        token: key,
        ...(body === "none" ? {} : { body: { code: "some-code" } }),
      });
      expect({ id, status: answer.status, code: answer.body.code }).toEqual({ id, status: 503, code: "unavailable" });
      expect(JSON.stringify(answer.body)).not.toContain("disk full");
    }
    mend();
    expect((await fragile.call("GET", "mail/recent", { token: box.token })).status).toBe(200);
  });

  it("answers 429 on every operation with a credential that asks too often, or that is wrong too often", async () => {
    // A minute that does not end while the test runs.
    const clock = { now: () => Date.UTC(2026, 0, 1, 12, 0, 30) };
    const busy = await open({ requestsPerKey: 3, authFailuresPerIp: 1, clock });
    const box = (await busy.call("POST", "mailbox/register", { body: { name: "x" } })).body.mailbox;
    const sms = (await busy.call("POST", "sms/register")).body.sms_token;
    await busy.call("GET", "account");
    for (let at = 0; at < 3; at++) {
      await busy.call("GET", "mail/recent", { token: box.token });
      await busy.call("GET", "sms/recent", { token: sms.token });
    }
    await busy.call("GET", "account", { token: "svcagt_wrong" });
    for (const [id, { method, path, token, body }] of documented) {
      if (token === "signature" || (token === "none" && body === "none")) continue;
      const key = { agent: firstKey, mailbox: box.token, sms: sms.token, none: null }[token];
      const options = body === "none" ? {} : { body: { code: "some-code" } };
      const { status, body: said, headers } = await busy.call(method, fill(path), { token: key, ...options });
      expect({ id, status, code: said.code }).toEqual({ id, status: 429, code: "rate_limited" });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
}
