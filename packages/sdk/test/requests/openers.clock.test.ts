import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, createFrontdesk, openMailbox, openSmsInbox } from "../../src/index.ts";
import { loadFiltering } from "../../src/waiting/wait.ts";

interface Options {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  retries?: boolean;
}

const mailbox = { id: "m1", name: "anna", address: "anna@desk.test", token: "svcm_1" };
const smsToken = { id: "s1", token: "svcsms_1" };

/** What is opened with these options, the key that its requests carry, and one of its calls that reads. */
const openers: [string, key: string, (options: Options) => Promise<() => Promise<unknown>>][] = [
  [
    "createClient()",
    "svcagt_1",
    async (options) => {
      const client = createClient({ ...options, key: "svcagt_1" });
      return () => client.GET("/svc-api/account");
    },
  ],
  ["createFrontdesk()", "svcagt_1", async (options) => createFrontdesk({ ...options, key: "svcagt_1" }).account],
  [
    "a mailbox of createFrontdesk()",
    "svcm_1",
    async (options) => {
      const handle = await createFrontdesk({ ...options, key: "svcagt_1" }).mailboxes.register("anna");
      return () => handle.recent();
    },
  ],
  [
    "an SMS inbox of createFrontdesk()",
    "svcsms_1",
    async (options) => {
      const handle = await createFrontdesk({ ...options, key: "svcagt_1" }).smsInboxes.register();
      return () => handle.recent();
    },
  ],
  [
    "openMailbox()",
    "svcm_2",
    async (options) => {
      const handle = openMailbox({ ...options, key: "svcm_2" });
      return () => handle.recent();
    },
  ],
  [
    "openSmsInbox()",
    "svcsms_2",
    async (options) => {
      const handle = openSmsInbox({ ...options, key: "svcsms_2" });
      return () => handle.recent();
    },
  ],
];

/** URL and key of each request since the opening. */
let sent: [url: string, key: string | null][];
let isDown = false;
async function respond(request: Request): Promise<Response> {
  sent.push([new URL(request.url).origin, request.headers.get("authorization")]);
  if (isDown) return Response.json({}, { status: 503, headers: { "retry-after": "0" } });
  return Response.json({ success: true, mailbox, sms_token: smsToken, cursor: "c1", emails: [], messages: [] });
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isDown = false;
});
afterEach(() => void vi.useRealTimers());

const options = { baseUrl: "http://desk.test:8787/", fetch: respond };

describe.each(openers)("%s", (_name, key, open) => {
  /** Opens it, and calls it while the server is down. */
  async function callInVain(changes: { retries?: boolean } = {}): Promise<void> {
    isDown = false;
    const call = await open({ ...options, ...changes });
    await vi.runAllTimersAsync();
    sent = [];
    isDown = true;
    const result = call().catch(() => {});
    await vi.runAllTimersAsync();
    await result;
  }

  test("sends its own key to its own server", async () => {
    await callInVain();
    expect(new Set(sent.map(String))).toEqual(new Set([`http://desk.test:8787,Bearer ${key}`]));
  });

  test("repeats a request three times by default, and never without retries", async () => {
    await callInVain();
    expect(sent.length).toBe(4);
    await callInVain({ retries: true });
    expect(sent.length).toBe(4);
    await callInVain({ retries: false });
    expect(sent.length).toBe(1);
  });
});

test.each([
  ["mailbox", () => openMailbox({ ...options, key: "svcm_2", address: "anna@desk.test" })],
  ["alias", () => openMailbox({ ...options, key: "svcm_2", address: "anna@desk.test" }).alias()],
  ["SMS inbox", () => openSmsInbox({ ...options, key: "svcsms_2" })],
])("the cursor of a %s is requested five times, each in one request", async (_kind, open) => {
  const handle = open();
  await vi.runAllTimersAsync();
  sent = [];
  isDown = true;
  const failed = handle.currentCursor().catch(() => {});
  await vi.runAllTimersAsync();
  await failed;
  expect(sent.length).toBe(5);
});

test("a caller who aborts between two requests for the cursor waits no longer", async () => {
  const mailbox = openMailbox({ ...options, key: "svcm_2" });
  await vi.runAllTimersAsync();
  isDown = true;
  const controller = new AbortController();
  const cursor = mailbox.currentCursor({ signal: controller.signal });
  const rejected = expect(cursor).rejects.toThrow("no longer needed");
  await vi.advanceTimersByTimeAsync(0);
  sent = [];
  controller.abort(new Error("no longer needed"));
  await rejected;
  expect(sent).toEqual([]);
});

test("a caller who aborts the request for the cursor waits no longer", async () => {
  const signals: AbortSignal[] = [];
  const hold = ({ signal }: Request) => {
    signals.push(signal);
    return new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const mailbox = openMailbox({ ...options, key: "svcm_2", fetch: hold });
  const controller = new AbortController();
  const cursor = mailbox.currentCursor({ signal: controller.signal });
  cursor.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  controller.abort(new Error("no longer needed"));
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  await expect(cursor).rejects.toThrow("no longer needed");
});

test.each(["waitForMessage", "waitForMessages", "waitForCode", "waitForLink"] as const)(
  "%s lasts a minute by default",
  async (name) => {
    /** Responds to a long poll when its time is over. */
    async function fetch(request: Request): Promise<Response> {
      const seconds = Number(new URL(request.url).searchParams.get("wait") ?? 0);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return respond(request);
    }
    const mailbox = openMailbox({ ...options, fetch, key: "svcm_2" });
    await vi.runAllTimersAsync();
    // Options beyond those of every wait load this, which no clock waits for.
    await loadFiltering();
    const start = Date.now();
    const wait = (name === "waitForMessages" ? mailbox[name]({ count: 1 }) : mailbox[name]()).catch(
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    expect(await wait).toMatchObject({ name: "WaitTimeoutError", timeout: 60_000 });
    expect(Date.now() - start).toBe(60_000);
  },
);
