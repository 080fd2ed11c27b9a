import { h } from "preact";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isConnected } from "../../src/app/connection.ts";
import { session } from "../../src/app/session.ts";
import { SignIn } from "../../src/views/sign-in.tsx";
import { account, type Server, startServer, version } from "../page.ts";
import { drawView } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("server/version", version);
  server.respond("account", account());
  server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
  session.set({ state: "signed-out", reason: null });
  sessionStorage.clear();
});

describe("the sign-in input", () => {
  const draw = () => drawView(h(SignIn, { session: { state: "signed-out", reason: null } }));

  test.each([
    ["a key", "svcagt_a1", "svcagt_a1"],
    ["a key with blanks around it", "  svcagt_a1\n", "svcagt_a1"],
    ["a sign-in link", "https://desk.example.com/#sign-in=ab_C-1", "svcagt_linked"],
    ["a sign-in link with blanks around it", " https://desk.example.com/#sign-in=ab_C-1 ", "svcagt_linked"],
  ])("may be %s", async (_what, text, key) => {
    const view = draw();
    view.type("input", text);
    await expect.poll(() => view.all<HTMLInputElement>("input")[0]?.value).toBe(text.replace("\n", ""));
    view.click("Sign in");
    await expect.poll(() => session.get()).toMatchObject({ state: "signed-in", key });
    const codes = server.requests.filter(({ path }) => path === "sign-in").map(({ body }) => body);
    expect(codes).toEqual(key === "svcagt_linked" ? ['{"code":"ab_C-1"}'] : []);
  });

  test.each([
    ["svcm_mailbox", "the key of one mailbox, phone or subdomain"],
    ["svcsms_phone", "the key of one mailbox, phone or subdomain"],
    ["svc_subdomain", "the key of one mailbox, phone or subdomain"],
    ["hunter2", "An agent key starts with"],
    ["svcagt_", "An agent key starts with"],
    ["svcagt_a b", "An agent key starts with"],
    ["https://desk.example.com/#sign-in=", "An agent key starts with"],
  ])("is not sent if it is %o, which is not an agent key", async (text, fault) => {
    const view = draw();
    view.type("input", text);
    await new Promise((resolve) => setTimeout(resolve));
    view.click("Sign in");
    await expect.poll(() => view.all("[role=alert]")[0]?.textContent).toContain(fault);
    expect(server.requests).toEqual([]);
    expect(sessionStorage.length).toBe(0);
  });
});

describe("a server that does not respond", () => {
  function drawAway() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const retry = vi.fn(async () => {});
    const view = drawView(h(SignIn, { session: { state: "unreachable", retry } }));
    return { view, retry };
  }

  test("is tried again after a second, once per state", async () => {
    const { view, retry } = drawAway();
    await vi.advanceTimersByTimeAsync(999);
    expect(retry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(retry).toHaveBeenCalledOnce();
    view.redraw(h(SignIn, { session: { state: "unreachable", retry } }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(retry).toHaveBeenCalledTimes(2);
  });

  test("is not tried by a page that has moved on", async () => {
    const { view, retry } = drawAway();
    await vi.advanceTimersByTimeAsync(500);
    view.redraw(h(SignIn, { session: { state: "signed-out", reason: null } }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(retry).not.toHaveBeenCalled();
    view.remove();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can be abandoned for another key, and is then no longer said to be away", async () => {
    const { view } = drawAway();
    isConnected.set(false);
    session.set({ state: "unreachable", retry: async () => {} });
    view.click("Sign in with another key");
    expect(session.get()).toEqual({ state: "signed-out", reason: null });
    expect(isConnected.get()).toBe(true);
  });
});

test("says why the person was signed out", () => {
  const view = drawView(h(SignIn, { session: { state: "signed-out", reason: "Your key was revoked." } }));
  expect(view.all("[role=alert]").map(({ textContent }) => textContent)).toEqual(["Your key was revoked."]);
  expect(view.all("input")[0]?.getAttribute("aria-describedby")).toBe(view.all("[role=alert]")[0]?.id);
});

test("says what is wrong with the input rather than why the last session ended", async () => {
  const view = drawView(h(SignIn, { session: { state: "signed-out", reason: "Your key was revoked." } }));
  view.type("input", "hunter2");
  await new Promise((resolve) => setTimeout(resolve));
  view.click("Sign in");
  await expect
    .poll(() => view.all("[role=alert]").map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining("An agent key starts with")]);
});
