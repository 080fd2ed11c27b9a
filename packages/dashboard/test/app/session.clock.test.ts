import { beforeEach, describe, expect, test, vi } from "vitest";
import { account, held, problem, type Server, startServer, version } from "../page.ts";
import { mailbox } from "../view.ts";

let server: Server;
let app: typeof import("../../src/app/session.ts");

beforeEach(async () => {
  vi.resetModules();
  sessionStorage.clear();
  server = startServer();
  server.respond("server/version", version);
  server.respond("account", account());
  app = await import("../../src/app/session.ts");
});

const state = () => app.session.get();
const kept = () => sessionStorage.getItem("frontdesk.key");

describe("signing in with a key", () => {
  test("keeps the key in this tab and shows its account", async () => {
    await app.signIn("svcagt_a");
    expect(state()).toMatchObject({
      state: "signed-in",
      key: "svcagt_a",
      account: { name: "default" },
      server: version,
    });
    expect(kept()).toBe("svcagt_a");
  });

  test("says why the server may have rejected a key, and forgets it", async () => {
    sessionStorage.setItem("frontdesk.key", "svcagt_old");
    server.respond("account", problem(401, "unauthenticated"));
    await app.restoreSession();
    expect(state()).toMatchObject({
      state: "signed-out",
      reason: "The server does not know this key: it is mistyped, revoked or expired.",
    });
    expect(kept()).toBeNull();
  });

  test("shows the server's own reason for any other rejection, and keeps the key for the next try", async () => {
    sessionStorage.setItem("frontdesk.key", "svcagt_a");
    server.respond("account", problem(403, "forbidden"));
    await app.restoreSession();
    expect(state()).toEqual({ state: "signed-out", reason: "The server says forbidden." });
    expect(kept()).toBe("svcagt_a");
  });

  test.each([502, 503, 504])("waits for a server that is down (%i), and continues on retry", async (status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.respond("account", problem(status, "unavailable"));
    const entering = app.signIn("svcagt_a");
    while (state().state !== "unreachable") await vi.advanceTimersByTimeAsync(1_000);
    await entering;
    vi.useRealTimers();
    const away = state();
    server.respond("account", account());
    if (away.state === "unreachable") await away.retry();
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_a" });
  });

  test("does not sign out a new key when the old one's late response is a 401", async () => {
    await app.signIn("svcagt_old");
    const old = state();
    const late = held<Response>();
    server.respond("subdomain/list", late.promise);
    const asking = old.state === "signed-in" ? old.frontdesk.subdomains.list().catch(() => {}) : null;
    await app.signIn("svcagt_new");
    late.release(problem(401, "unauthenticated"));
    await asking;
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_new" });
    expect(kept()).toBe("svcagt_new");
  });

  test("signs out when the server no longer accepts the key", async () => {
    await app.signIn("svcagt_a");
    const now = state();
    server.respond("subdomain/list", problem(401, "unauthenticated"));
    if (now.state === "signed-in") await now.frontdesk.subdomains.list().catch(() => {});
    expect(state()).toMatchObject({
      state: "signed-out",
      reason: "Your key was revoked, or has expired. Sign in with another.",
    });
    expect(kept()).toBeNull();
  });

  test("leaves an inbox key's 401 to its view", async () => {
    await app.signIn("svcagt_a");
    server.respond("mail/recent", problem(401, "unauthenticated"));
    await app.clientFor("svcm_a").GET("/svc-api/mail/recent", {});
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_a" });
  });

  test("leaves the 401 of an inbox that the signed-in client has opened to its view", async () => {
    await app.signIn("svcagt_a");
    server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
    server.respond("mail/recent", problem(401, "unauthenticated"));
    const now = state();
    if (now.state === "signed-in")
      await expect(now.frontdesk.mailboxes.open("box1")).rejects.toMatchObject({ status: 401 });
    expect(server.requests.at(-1)).toMatchObject({ path: "mail/recent", key: "svcm_1" });
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_a" });
  });

  test("stays signed in when the key lacks a scope", async () => {
    await app.signIn("svcagt_a");
    const now = state();
    server.respond("subdomain/list", problem(403, "missing_scope"));
    if (now.state === "signed-in") await now.frontdesk.subdomains.list().catch(() => {});
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_a" });
  });
});

describe("signing in by a link", () => {
  test("exchanges the code for a key", async () => {
    server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
    await app.signInWithCode("a-code");
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
  });

  test("says that a link is used up", async () => {
    server.respond("sign-in", problem(401, "unauthenticated"));
    await app.signInWithCode("a-code");
    expect(state()).toMatchObject({
      state: "signed-out",
      reason: "This link was used already, or is older than ten minutes. Ask for a new one with `frontdesk dashboard`.",
    });
  });
});

describe("the account", () => {
  test("is loaded again without changing the key", async () => {
    await app.signIn("svcagt_a");
    server.respond("account", account("renamed", "mailbox:read"));
    await app.refreshAccount();
    expect(state()).toMatchObject({ key: "svcagt_a", account: { name: "renamed" } });
  });

  test("does not sign in a person who signed out while it was loading", async () => {
    await app.signIn("svcagt_a");
    const late = held<object>();
    server.respond("account", late.promise);
    const reading = app.refreshAccount();
    app.signOut();
    late.release(account());
    await reading;
    expect(state()).toEqual({ state: "signed-out", reason: null });
    expect(kept()).toBeNull();
  });

  test("is not loaded without a session", async () => {
    app.signOut();
    await app.refreshAccount();
    expect(server.requests).toEqual([]);
  });
});

test.each([
  [null, true],
  ["mailbox:read,sms:read", true],
  ["mailbox:read", false],
  ["sms:readx,xsms:read", false],
])("a key with the scopes %s may read SMS: %s", async (scopes, expected) => {
  server.respond("account", account("default", scopes));
  await app.signIn("svcagt_a");
  const now = state();
  expect(now.state === "signed-in" && app.hasScope(now, "sms:read")).toBe(expected);
});

test("a tab without a key is signed out", async () => {
  await app.restoreSession();
  expect(state()).toEqual({ state: "signed-out", reason: null });
  expect(server.requests).toEqual([]);
});
