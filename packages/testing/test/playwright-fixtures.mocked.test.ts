import type { TestInfo } from "@playwright/test";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { FrontdeskServer } from "../src/fixtures/frontdesk-server.ts";
import type { WorkerMailbox } from "../src/fixtures/worker-mailbox.ts";
import { createTestFrontdesk, type TestFrontdesk } from "../src/index.ts";
import type { FrontdeskTestFixtures, FrontdeskWorkerFixtures } from "../src/playwright/index.ts";

type Dependencies = Partial<FrontdeskWorkerFixtures> & { testStartedAt?: number };
type Use<T> = (value: T) => Promise<void>;
type Fixture<T> = (dependencies: Dependencies, use: Use<T>, info: TestInfo) => Promise<void>;
type Fixtures = { [Name in keyof FrontdeskTestFixtures]: Fixture<FrontdeskTestFixtures[Name]> };

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
const { mailbox, smsInbox, tunnel } = fixtures as unknown as Fixtures;

let desk: TestFrontdesk;
let dependencies: Dependencies;
beforeEach(async () => {
  desk = await createTestFrontdesk({ listen: true });
  const { frontdesk, url } = desk;
  dependencies = {
    frontdesk,
    frontdeskServer: { frontdesk, url, smtp: null, mailDomain: "desk.example.com" },
    workerMailbox: { mailbox: await frontdesk.mailboxes.register("worker"), async close() {} },
    testStartedAt: performance.now(),
  };
  return desk.close;
});

/** What Playwright says of a test, and what is attached to its report. */
function infoOf(status: string, expectedStatus = "passed", timeout = 30_000) {
  const attached: [name: string, body: string][] = [];
  async function attach(name: string, { body, contentType }: { body: string; contentType: string }): Promise<void> {
    expect(contentType).toBe("text/plain");
    attached.push([name, body]);
  }
  // The fixtures use no more of it.
  return { attached, info: { status, expectedStatus, timeout, attach } as unknown as TestInfo };
}

describe("the report", () => {
  test("of a failed test has the mails to its own address", async () => {
    const { info, attached } = infoOf("failed");
    const use: Use<{ address: string }> = async ({ address }) => {
      await desk.deliverMail({ to: address, subject: "Mine", text: "For this test" });
      await desk.deliverMail({ to: "worker@desk.example.com", subject: "Other", text: "For another" });
    };
    await mailbox(dependencies, use, info);
    expect(attached).toEqual([["mail: Mine", expect.stringContaining("For this test")]]);
  });

  test("of a failed test has the messages of its SMS inbox, which is deleted then", async () => {
    const { info, attached } = infoOf("timedOut");
    await smsInbox(dependencies, (inbox) => desk.deliverSms({ to: inbox, from: "Shop", body: "Hi" }), info);
    expect(attached).toEqual([["sms: Shop", expect.stringContaining("Hi")]]);
    expect((await desk.frontdesk.smsInboxes.list()).used).toBe(0);
  });

  test("says so if they cannot be read", async () => {
    const { info, attached } = infoOf("failed");
    await mailbox(dependencies, () => desk.close(), info);
    expect(attached).toEqual([["messages", expect.stringContaining("Could not be read")]]);
  });

  test.each([
    ["passed", "passed"],
    ["failed", "failed"],
    ["skipped", "skipped"],
  ])("of a test that %s as expected has nothing", async (status, expectedStatus) => {
    const { info, attached } = infoOf(status, expectedStatus);
    await mailbox(dependencies, async () => {}, info);
    await smsInbox(dependencies, async () => {}, info);
    expect(attached).toEqual([]);
  });
});

describe("a wait", () => {
  test.each(["mailbox", "smsInbox"] as const)(
    "of the %s ends before the test does, counted from its start",
    async (name) => {
      dependencies.testStartedAt = performance.now() - 29_990 + 2_000;
      const { info } = infoOf("passed");
      const fixture = fixtures[name] as Fixture<{ waitForCode(): Promise<unknown> }>;
      await fixture(
        dependencies,
        async (handle) => {
          await expect(handle.waitForCode()).rejects.toThrow(
            / The time limit of the test is 30000 ms; extend it with `test\.setTimeout`, or `timeout` in playwright\.config\.ts\.$/,
          );
        },
        info,
      );
    },
  );

  test.each(["mailbox", "smsInbox"] as const)("of the %s goes by a limit that the test has changed", async (name) => {
    const { info } = infoOf("passed");
    const fixture = fixtures[name] as Fixture<{ waitForCode(): Promise<unknown> }>;
    const use = async (handle: { waitForCode(): Promise<unknown> }) => {
      // As `test.setTimeout` does.
      info.timeout = 100;
      await expect(handle.waitForCode()).rejects.toThrow(" The time limit of the test is 100 ms; extend it with ");
    };
    await fixture(dependencies, use, info);
  });

  test.each(["mailbox", "smsInbox"] as const)("of the %s that the test does not await is aborted", async (name) => {
    let wait: Promise<unknown> = Promise.resolve();
    const fixture = fixtures[name] as Fixture<{ waitForCode(): Promise<unknown> }>;
    const start = async (handle: { waitForCode(): Promise<unknown> }) => {
      wait = handle.waitForCode().catch((error: unknown) => error);
    };
    await fixture(dependencies, start, infoOf("passed").info);
    expect(String(await wait)).toContain("The test ended while it waited");
  });
});

test("the tunnels of a test are closed and their names released, once its waits are aborted", async () => {
  let wait: Promise<unknown> = Promise.resolve();
  const start: Use<FrontdeskTestFixtures["tunnel"]> = async (open) => {
    const opened = await open({ port: 1 });
    wait = opened.expectRequest(() => {}).catch((error: unknown) => error);
    expect(await desk.frontdesk.subdomains.list()).toHaveLength(1);
  };
  await tunnel(dependencies, start, infoOf("passed").info);
  expect(String(await wait)).toContain("The test ended while it waited");
  expect(await desk.frontdesk.subdomains.list()).toEqual([]);
});

test("the mailbox of a worker is deleted with the worker, which has a server of its own", async () => {
  const [[openServer, ofServer], [openMailbox, ofMailbox]] = [fixtures.frontdeskServer, fixtures.workerMailbox] as [
    [(none: object, use: Use<FrontdeskServer>) => Promise<void>, object],
    [Fixture<WorkerMailbox>, object],
  ];
  expect([ofServer, ofMailbox]).toEqual([{ scope: "worker" }, { scope: "worker" }]);
  vi.stubEnv("FRONTDESK_URL", "");
  vi.stubEnv("FRONTDESK_KEY", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  let url = "";
  await openServer({}, async (server) => {
    url = server.url;
    // If the server did not wait for its worker, it would be closed by now.
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect((await fetch(`${url}/svc-api/server/version`)).status).toBe(200);
  });
  expect(url).toMatch(/^http:/);
  await expect(fetch(`${url}/svc-api/server/version`)).rejects.toThrow();
  const names = async () => (await desk.frontdesk.mailboxes.list()).mailboxes.map(({ name }) => name);
  let seen: string[] = [];
  const use: Use<WorkerMailbox> = async (opened) => {
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    seen = await names();
    expect(seen).toEqual(["worker", opened.mailbox.name]);
  };
  await openMailbox(dependencies, use, infoOf("passed").info);
  expect(seen).toHaveLength(2);
  expect(await names()).toEqual(["worker"]);
});
