import { openMailbox, openSmsInbox } from "@frontdesk/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Playwright runs fixtures only in its own process.
const { fixtures } = vi.hoisted(() => ({ fixtures: {} as Record<string, unknown> }));
vi.mock("@playwright/test", () => {
  const base = {
    extend(extension: object) {
      Object.assign(fixtures, extension);
      return base;
    },
  };
  return { test: base, expect: {} };
});
await import("../src/playwright/index.ts");

type Fixture = (dependencies: object, use: (value: never) => Promise<void>, info: object) => Promise<void>;
/** A fixture of a worker is a list of the function and its scope. */
const fixture = (name: string) => [fixtures[name]].flat()[0] as Fixture;

/** What happened, in its order. */
let order: string[];
const turns = async () => {
  for (let count = 0; count < 5; count++) await new Promise(setImmediate);
};
/** Does what takes a while. */
const late = (word: string) => async () => {
  await turns();
  order.push(word);
};
const use = late("used");
const info = { status: "passed", expectedStatus: "passed", timeout: 30_000 };
const emptyPage = { success: true, emails: [], messages: [], phones: [], cursor: "c1", more: false, missed: 0 };
const openOptions = {
  baseUrl: "http://desk.test",
  async fetch({ url }: Request) {
    await late(`read ${new URL(url).searchParams.get("to")}`)();
    return Response.json(emptyPage);
  },
};

beforeEach(() => {
  order = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("a worker's mailbox is deleted after its tests, and the worker ends after that", async () => {
  const frontdesk = {
    account: async () => ({ account: { limits: { mailboxes: null }, usage: { mailboxes: 0 } } }),
    mailboxes: { register: async () => ({ id: "m1" }), delete: late("deleted") },
  };
  await fixture("workerMailbox")({ frontdesk }, use, info);
  expect(order).toEqual(["used", "deleted"]);
});

test("a test's SMS inbox is deleted after it, and the next test begins after that", async () => {
  const inbox = openSmsInbox({ ...openOptions, key: "svcsms_1" });
  const frontdesk = { smsInboxes: { register: async () => inbox, delete: late("deleted") } };
  await fixture("smsInbox")({ frontdesk, testStartedAt: 0 }, use, info);
  expect(order.filter((word) => !word.startsWith("read"))).toEqual(["used", "deleted"]);
});

test("a test's subdomains are deleted after it, and the next test begins after that", async () => {
  const openTunnel = async () => ({ close: late("closed") });
  const subdomains = { register: async () => ({ id: "d1", openTunnel }), delete: late("deleted") };
  const openThenUse = async (open: (options: object) => Promise<object>) => {
    await open({ port: 1 });
    await use();
  };
  await fixture("tunnel")({ frontdesk: { subdomains }, testStartedAt: 0 }, openThenUse, info);
  expect(order).toEqual(["used", "closed", "deleted"]);
});

test("a test begins when the server keeps mail for its address", async () => {
  const mailbox = openMailbox({ ...openOptions, key: "svcm_1", address: "worker@desk.test" });
  const dependencies = { frontdeskServer: { url: "http://desk.test" }, workerMailbox: { mailbox }, testStartedAt: 0 };
  let isKept = false;
  await fixture("mailbox")(
    dependencies,
    async ({ address }: { address: string }) => {
      isKept = order.includes(`read ${address}`);
      await use();
    },
    info,
  );
  expect(isKept).toBe(true);
  expect(order.at(-1)).toBe("used");
});

test("the key of the app under test is revoked after a worker's tests, and the worker ends after that", async () => {
  vi.stubEnv("FRONTDESK_URL", "http://desk.test");
  vi.stubEnv("FRONTDESK_KEY", "svcagt_TheKeyOfTheOrderTests0000000");
  vi.stubGlobal("fetch", async ({ method }: Request) => {
    if (method === "DELETE") await late("revoked")();
    const agent_token = { id: "k1", token: "svcagt_app" };
    return Response.json({ success: true, agent_token, smtp: { port: null }, mail_domain: "desk.test" });
  });
  type Server = { frontdesk: { providers: { env(provider: string): Promise<object> } } };
  const sendThenUse = async ({ frontdesk }: Server) => {
    await frontdesk.providers.env("resend");
    await use();
  };
  await fixture("frontdeskServer")({}, sendThenUse, info);
  expect(order).toEqual(["used", "revoked"]);
});
