import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openFrontdeskServer } from "../src/fixtures/frontdesk-server.ts";
import { createTestFrontdesk } from "../src/index.ts";

afterEach(() => void vi.unstubAllEnvs());

/** What the fixtures say of a server at this URL with this key, which they ask for its version alone. */
async function openAt(url: string, version: object) {
  vi.stubEnv("FRONTDESK_URL", url);
  vi.stubEnv("FRONTDESK_KEY", "svcagt_TheKeyOfTheFixtureTests0000000");
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requested.push(request.url);
    return Response.json({ success: true, name: "frontdesk", version: "1.0.0", ...version });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { server, close } = await openFrontdeskServer();
  await close();
  return { ...server, requested };
}

test.each([
  ["http://localhost:8787", 2525, "127.0.0.1:2525"],
  ["https://desk.example.com/", 25, "desk.example.com:25"],
  ["http://localhost:8787", null, null],
])("of the server at %s with the SMTP port %j, mail is sent to %j", async (url, port, smtp) => {
  const server = await openAt(url, { smtp: { port }, mail_domain: "desk.example.com" });
  expect(server).toMatchObject({ url, smtp, mailDomain: "desk.example.com" });
  expect(server.requested).toEqual([`${url.replace(/\/$/, "")}/svc-api/server/version`]);
});

test("a key without a server is an error, and neither of them a server in memory", async () => {
  vi.stubEnv("FRONTDESK_URL", "");
  vi.stubEnv("FRONTDESK_KEY", "svcagt_x");
  await expect(openFrontdeskServer()).rejects.toThrow(
    new TypeError("FRONTDESK_KEY is set without FRONTDESK_URL. Set both, or neither for a server in memory."),
  );
  vi.stubEnv("FRONTDESK_KEY", "");
  const { server, close } = await openFrontdeskServer();
  onTestFinished(close);
  expect(server.smtp).toMatch(/^127\.0\.0\.1:\d+$/);
  expect((await server.frontdesk.account()).account.name).toBe("default");
});

test("the server of a test ends though the key that it made for the app cannot be revoked", async () => {
  const desk = await createTestFrontdesk({ listen: true });
  await desk.frontdesk.providers.env("resend");
  vi.spyOn(desk.frontdesk.agentKeys, "delete").mockRejectedValueOnce(new Error("not now"));
  await expect(desk.close()).rejects.toThrow("not now");
  expect((await desk.fetch(new Request(`${desk.url}/svc-api/account`))).status).toBe(503);
});

test.each(["https://desk.example.com", "https://desk.example.com/"])(
  "an app that sends through a provider's SDK gets a path of the server at %s",
  async (url) => {
    vi.stubEnv("FRONTDESK_URL", url);
    vi.stubEnv("FRONTDESK_KEY", "svcagt_TheKeyOfTheFixtureTests0000000");
    const agent_token = { id: "k1", token: "svcagt_app" };
    const version = { smtp: { port: 25 }, mail_domain: "desk.example.com" };
    vi.stubGlobal("fetch", async () => Response.json({ success: true, agent_token, ...version }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { server, close } = await openFrontdeskServer();
    const { RESEND_BASE_URL } = await server.frontdesk.providers.env("resend");
    await close();
    expect(RESEND_BASE_URL).toBe("https://desk.example.com/as/resend");
  },
);
