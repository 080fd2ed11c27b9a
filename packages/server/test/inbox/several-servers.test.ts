import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Verdict } from "../../src/inbox/verdicts.ts";
import { openServer } from "../../src/server.ts";
import { startRedis } from "../storage/redis-server.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so waits across servers are not tested here.");
afterAll(() => redis?.stop());

/** Milliseconds: less than the wait, because a reader reads at its end without a wake-up. */
const timeout = 40_000;

// The event to other servers includes a short message, and omits a long one.
test.skipIf(!redis).each([
  ["short", "Your code is 482913."],
  ["long", "A line of a letter.\n".repeat(5_000)],
])(
  "a %s mail that one server takes answers a wait that another holds",
  async (name, text) => {
    const join = async () => {
      const server = await openServer({ storage: redis!.url, bootstrapKey: key, smtp: false, drain: 0 });
      onTestFinished(() => server.close());
      return server;
    };
    const [taking, holding] = [await join(), await join()];
    const authorized = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
    const made = await taking.fetch(
      new Request("http://desk.test/svc-api/mailbox/register", {
        method: "POST",
        headers: authorized(key),
        body: JSON.stringify({ name }),
      }),
    );
    const { mailbox } = (await made.json()) as { mailbox: { address: string; token: string } };
    const url = "http://desk.test/svc-api/mail/recent?wait=50&full=true";
    const waiting = holding.fetch(new Request(url, { headers: authorized(mailbox.token) }));
    await expect.poll(() => holding.services.mail.pending()).toBe(1);
    await taking.deliver({ to: mailbox.address, subject: "Hello", text });
    expect(await (await waiting).json()).toMatchObject({
      emails: [{ subject: "Hello", body: expect.stringContaining(text.trim()) }],
    });
  },
  timeout,
);

test.skipIf(!redis)(
  "a verdict of one server shows at another, and answers a wait there",
  async () => {
    const join = async () => {
      const server = await openServer({ storage: redis!.url, bootstrapKey: key, smtp: false, drain: 0 });
      onTestFinished(() => server.close());
      return server;
    };
    const [checking, reading] = [await join(), await join()];
    const call = async (server: typeof checking, path: string, token: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      return (await (await server.fetch(new Request(`http://desk.test/svc-api/${path}`, init))).json()) as {
        mailbox: { id: string; address: string; token: string };
        emails: { subject: string; authenticated: string }[];
      };
    };
    const { mailbox } = await call(checking, "mailbox/register", key, { name: "verdicts" });
    const waiting = call(reading, "mail/recent?wait=50&authenticated=true", mailbox.token);
    await expect.poll(() => reading.services.mail.pending()).toBe(1);
    let settle = (_: Verdict) => {};
    const verdict = new Promise<Verdict>((resolve) => (settle = resolve));
    const mail = { subject: "Hello", sender: "a@shop.example", body: "The code is 481220." };
    const destination = { id: mailbox.id, recipient: mailbox.address };
    await checking.services.mail.receive([destination], mail, () => verdict);
    const latest = async () => (await call(reading, "mail/recent", mailbox.token)).emails[0]?.authenticated;
    expect(await latest()).toBe("pending");
    settle("pass");
    expect((await waiting).emails).toMatchObject([{ subject: "Hello", authenticated: "pass" }]);
    expect(await latest()).toBe("pass");
  },
  timeout,
);
