import { expect, onTestFinished, test, vi } from "vitest";
import { createFrontdesk, type WaitTimeoutError } from "../../src/index.ts";

const second = 1_000;
// A `Date` header has whole seconds.
const serverTime = Date.UTC(2026, 0, 1, 12, 0, 0);

/** A server that has rejected these recipients, each so many milliseconds before the time that its headers show. */
function serverThat(rejected: Record<string, number>) {
  const responses: Record<string, object> = {
    "/svc-api/mailbox/register": {
      mailbox: { id: "m1", name: "signup", address: "signup@desk.example.com", token: "svcm_1", email_count: 0 },
    },
    "/svc-api/mail/recent": { emails: [], cursor: "c1" },
    "/svc-api/mailbox/rejected": {
      rejected: Object.entries(rejected).map(([recipient, ago]) => ({
        recipient,
        at: new Date(serverTime - ago).toISOString(),
      })),
    },
  };
  const headers = { date: new Date(serverTime).toUTCString() };
  const fetch = async ({ url }: Request) =>
    Response.json({ success: true, ...responses[new URL(url).pathname] }, { headers });
  return createFrontdesk({ baseUrl: "https://desk.example", key: "svcagt_1", fetch });
}

test("a wait that times out names the recipients rejected since it began, and within the second before", async () => {
  const frontdesk = serverThat({ "just@a.test": 0, "second@a.test": second / 2, "minute@a.test": 60 * second });
  const mailbox = await frontdesk.mailboxes.register("signup");
  const error: WaitTimeoutError = await mailbox.waitForCode({ timeout: 0 }).catch((thrown) => thrown);
  expect(error.rejected).toEqual(["just@a.test", "second@a.test"]);
});

test("the recipients are requested for at most two seconds", async () => {
  const frontdesk = serverThat({});
  const mailbox = await frontdesk.mailboxes.register("signup");
  // The time limit is what remains of it, so no time may pass.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(mailbox.waitForCode({ timeout: 0 })).rejects.toMatchObject({ rejected: [] });
  expect(timeout.mock.calls.at(-1)).toEqual([2_000]);
});
