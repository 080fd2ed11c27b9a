import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { account, held, problem, type Server, startServer, version } from "../page.ts";

let server: Server;
let app: typeof import("../../src/app/session.ts");

beforeEach(async () => {
  vi.resetModules();
  sessionStorage.clear();
  server = startServer();
  server.respond("server/version", version);
  server.respond("account", account("first"));
  server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
  app = await import("../../src/app/session.ts");
});

const state = () => app.session.get();

test("an account loaded with an earlier key is not shown for the next one", async () => {
  await app.signIn("svcagt_first");
  const late = held<object>();
  server.respond("account", late.promise);
  const reading = app.refreshAccount();
  server.respond("account", account("second"));
  await app.signIn("svcagt_second");
  late.release(account("first, renamed"));
  await reading;
  expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_second", account: { name: "second" } });
});

test("usage that cannot be loaded after a change stays as it was, and the error reaches nobody", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  await app.signIn("svcagt_first");
  server.respond("account", problem(404, "not_found"));
  const before = state();
  app.refreshUsage();
  await expect.poll(() => server.requests.filter(({ path }) => path === "account").length).toBe(2);
  // Node reports an unhandled rejection before the next turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  expect([state(), unhandled]).toEqual([before, []]);
});

describe("a sign-in link that arrives during a session", () => {
  beforeEach(async () => {
    await app.signIn("svcagt_first");
    app.openSignInLink("a-code");
  });

  test("is offered, and changes nothing by itself", () => {
    expect(app.pendingSignInCode.get()).toBe("a-code");
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_first" });
  });

  test("is no longer offered once it was accepted", async () => {
    server.respond("account", account("second"));
    await app.acceptSignInCode("a-code");
    expect(app.pendingSignInCode.get()).toBeNull();
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_linked", account: { name: "second" } });
    expect(sessionStorage.getItem("frontdesk.key")).toBe("svcagt_linked");
  });

  test("keeps the session, and stays offered, if it is rejected", async () => {
    server.respond("sign-in", problem(401, "unauthenticated"));
    await expect(app.acceptSignInCode("a-code")).rejects.toThrow("was used already");
    expect(app.pendingSignInCode.get()).toBe("a-code");
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_first" });
  });

  test("is no longer offered once the person has signed out", () => {
    app.signOut();
    expect(app.pendingSignInCode.get()).toBeNull();
    expect(sessionStorage.getItem("frontdesk.key")).toBeNull();
  });
});

test("a sign-in link that arrives without a session is used at once", async () => {
  await app.restoreSession();
  app.openSignInLink("a-code");
  await expect.poll(state).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
});

test("a sign-in link that arrives while another is exchanged is only offered", async () => {
  await app.restoreSession();
  const late = held<object>();
  server.respond("sign-in", late.promise);
  app.openSignInLink("a-code");
  expect(state()).toEqual({ state: "signing-in" });
  app.openSignInLink("another-code");
  expect(app.pendingSignInCode.get()).toBe("another-code");
  late.release({ agent_token: { token: "svcagt_linked" } });
  await expect.poll(state).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
});

test("a sign-in link is used if the tab's key is no longer valid", async () => {
  sessionStorage.setItem("frontdesk.key", "svcagt_old");
  server.respond("account", (request: Request) =>
    request.headers.get("authorization") === "Bearer svcagt_old" ? problem(401, "unauthenticated") : account("second"),
  );
  await app.restoreSession("a-code");
  await expect.poll(state).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
  expect(app.pendingSignInCode.get()).toBeNull();
});

test("usage that arrives after a new sign-in with the same key leaves that sign-in's client", async () => {
  await app.signIn("svcagt_first");
  const late = held<object>();
  server.respond("account", late.promise);
  const reading = app.refreshAccount();
  server.respond("account", account("first"));
  await app.signIn("svcagt_first");
  const signedInAgain = state();
  late.release(account("renamed"));
  await reading;
  const now = state();
  if (now.state !== "signed-in" || signedInAgain.state !== "signed-in") throw new Error("not signed in");
  expect(now.account.name).toBe("renamed");
  expect(now.frontdesk).toBe(signedInAgain.frontdesk);
});

test("a sign-in link that arrives while the server is away is offered, and replaces no key", async () => {
  const retry = async () => {};
  app.session.set({ state: "unreachable", retry });
  app.openSignInLink("a-code");
  expect(app.pendingSignInCode.get()).toBe("a-code");
  expect(state()).toEqual({ state: "unreachable", retry });
  expect(server.requests).toEqual([]);
});

describe("a sign-in that the server answers late", () => {
  const late = () => {
    const { promise, release } = held<object>();
    server.respond("account", promise);
    return release;
  };

  test.each([
    ["accepts", () => account("first")],
    ["rejects", () => problem(401, "unauthenticated")],
    ["fails to serve", () => problem(500, "internal")],
  ])("changes nothing after a sign-out, if the server %s its key", async (_how, answer) => {
    const release = late();
    const signingIn = app.signIn("svcagt_first");
    app.signOut();
    release(answer());
    await signingIn;
    expect(state()).toEqual({ state: "signed-out", reason: null });
    expect(sessionStorage.getItem("frontdesk.key")).toBeNull();
  });

  test.each([
    ["accepts", () => account("first")],
    ["rejects", () => problem(401, "unauthenticated")],
    ["fails to serve", () => problem(500, "internal")],
  ])("leaves the session of the next key, if the server %s its own", async (_how, answer) => {
    const release = late();
    const signingIn = app.signIn("svcagt_first");
    app.signOut();
    server.respond("account", account("second"));
    await app.signIn("svcagt_second");
    release(answer());
    await signingIn;
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_second", account: { name: "second" } });
    expect(sessionStorage.getItem("frontdesk.key")).toBe("svcagt_second");
  });

  test.each([
    ["exchanges", () => ({ agent_token: { token: "svcagt_linked" } })],
    ["rejects", () => problem(401, "unauthenticated")],
  ])("leaves the session of a key that was entered after its link, if the server %s the code", async (_how, answer) => {
    const { promise, release } = held<object>();
    server.respond("sign-in", promise);
    const signingIn = app.signInWithCode("a-code");
    app.signOut();
    await app.signIn("svcagt_second");
    release(answer());
    await signingIn;
    expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_second" });
  });
});
