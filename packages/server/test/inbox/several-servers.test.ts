import { afterAll, expect, onTestFinished, test } from "vitest";
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
