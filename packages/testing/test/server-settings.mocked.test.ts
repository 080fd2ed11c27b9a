import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import setup from "../src/playwright/setup.ts";
import { createTestFrontdesk } from "../src/test-frontdesk.ts";

/** What a server was started with. */
const settings = vi.hoisted(() => [] as Record<string, unknown>[]);
/** Why it cannot listen. */
const failure = vi.hoisted(() => ({ error: null as object | null }));
vi.mock("#server", () => ({
  loadServer: async () => ({
    noLimits: { mailsPerMinute: 0 },
    async createServer(options: Record<string, unknown>) {
      settings.push(options);
      const listen = async () => {
        if (failure.error) throw failure.error;
        return { url: "http://127.0.0.1:1", smtp: "127.0.0.1:2" };
      };
      return { listen, close: async () => {}, deliver: async () => {}, fetch: async () => new Response() };
    },
  }),
}));

afterEach(() => {
  settings.length = 0;
  failure.error = null;
  vi.unstubAllEnvs();
});

test("a test server is in memory, has no dashboard and no limits, and waits for nothing when it closes", async () => {
  const { close } = await createTestFrontdesk();
  await close();
  expect(settings[0]).toMatchObject({
    ...{ storage: "memory:", dashboard: false, drain: 0, mailsPerMinute: 0 },
    ...{ freeMailboxes: 1_000_000, freeSmsInboxes: 1_000_000, publicUrl: "http://desk.test", smtp: false },
  });
});

test("a test server writes its errors alone", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const others = [vi.spyOn(console, "info"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  onTestFinished(() => void vi.restoreAllMocks());
  await createTestFrontdesk();
  // The logger of the test server's own module keeps the function of its start.
  const log = settings[0]?.log as Record<"info" | "warn" | "error", (text: string) => void>;
  log.info("started");
  log.warn("slow");
  for (const each of [error, ...others]) expect(each).not.toHaveBeenCalled();
  expect(log.error).toBeTypeOf("function");
});

test.each([
  [{}, { port: 0, smtpPort: 2525, providerPort: 0 }],
  [{ FRONTDESK_SMTP_PORT: "2626" }, { port: 0, smtpPort: 2626 }],
  [{ FRONTDESK_PORT: "8788" }, { port: 8788, smtpPort: 2525 }],
])("Playwright's server with %j has the ports %j", async (variables, ports) => {
  const unset = {
    FRONTDESK_URL: undefined,
    FRONTDESK_KEY: undefined,
    FRONTDESK_SMTP_PORT: undefined,
    FRONTDESK_PORT: undefined,
  };
  for (const [name, value] of Object.entries({ ...unset, ...variables })) vi.stubEnv(name, value);
  const tearDown = await setup();
  await tearDown?.();
  expect(settings[0]).toMatchObject(ports);
});

test.each([
  ["8788", { port: 8788 }],
  ["2626", {}],
])("a port %s that is taken is named with what to do (%j)", async (port, more) => {
  for (const name of ["URL", "KEY"]) vi.stubEnv(`FRONTDESK_${name}`, undefined);
  vi.stubEnv("FRONTDESK_SMTP_PORT", "2626");
  vi.stubEnv("FRONTDESK_PORT", "8788");
  const error = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", ...more });
  failure.error = error;
  await expect(setup()).rejects.toMatchObject({
    message: `Port ${port} is taken, perhaps by a Frontdesk server. Stop it, or set FRONTDESK_URL and FRONTDESK_KEY to test with it, or set FRONTDESK_SMTP_PORT and FRONTDESK_PORT to other ports.`,
    cause: error,
  });
  expect(process.env.FRONTDESK_URL).toBeUndefined();
});
