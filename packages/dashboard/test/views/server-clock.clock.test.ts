import { h } from "preact";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { monitoredFetch } from "../../src/app/connection.ts";
import { KeysView } from "../../src/views/keys.tsx";
import { NewKey } from "../../src/views/new-key.tsx";
import { CompanionSetup } from "../../src/views/phone/companion-setup.tsx";
import { type Server, startServer } from "../page.ts";
import { agentKey, drawView, signedInWith } from "../view.ts";

const browserTime = Date.UTC(2026, 0, 1, 12);
const aheadMs = 600_000;
const serverTime = browserTime + aheadMs;
const textOf = (time: number) => new Date(time).toISOString();

/** The clock of the server is ten minutes ahead of the browser's, and the page knows by a response. */
let server: Server;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: browserTime });
  onTestFinished(() => void vi.useRealTimers());
  server = startServer();
  const date = new Date(serverTime).toUTCString();
  server.respond("server/version", () => Response.json({}, { headers: { date } }));
  await monitoredFetch(new Request("http://desk.test/svc-api/server/version"));
});

test("a key has expired when the server rejects it, whatever the browser's clock says", async () => {
  const keys = [agentKey(textOf(serverTime)), { ...agentKey(textOf(serverTime + 1_000)), id: "k3" }];
  server.respond("agent-tokens/list", { agent_tokens: keys });
  const view = drawView(h(KeysView, { signedIn: signedInWith(null) }));
  await expect.poll(() => view.all("li").length).toBe(2);
  const [expired, valid] = view.all("li").map(({ textContent }) => textContent);
  expect(expired).toContain("expired now");
  expect(valid).toContain("expires in 1 s");
});

test("a key for a day expires a day after the server's time", async () => {
  const expiries: string[] = [];
  server.respond("agent-tokens/create", async (request: Request) => {
    expiries.push((await request.json()).expiry);
    return { agent_token: { ...agentKey(), token: "svcagt_new" } };
  });
  const view = drawView(h(NewKey, { signedIn: signedInWith(null), onClose: () => {}, onCreated: () => {} }));
  view.type("input:not([type=checkbox])", "ci");
  const [select] = view.all<HTMLSelectElement>("select");
  if (!select) throw new Error("There is no choice of an end.");
  select.value = "1";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => view.button("Create key")?.disabled).toBe(false);
  view.click("Create key");
  await expect.poll(() => expiries).toEqual([textOf(serverTime + 86_400_000)]);
});

test("a QR code is shown until the server no longer takes its link", async () => {
  const pairing = {
    code: "code",
    link: "https://desk.example.com/pair#code",
    expires_at: textOf(serverTime + 300_000),
  };
  server.respond("sms/s1/pair", { pairing });
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const view = drawView(h(CompanionSetup, { id: "s1", numbers: [], signedIn: signedInWith(null) }));
  view.click("Show a QR code");
  await expect.poll(() => view.button("Copy link")).toBeDefined();
  const delays = () => timers.mock.calls.map(([, delay]) => delay);
  await expect.poll(delays).toContain(300_000);
});
