import { beforeEach, describe, expect, test } from "vitest";
import {
  acceptSignInCode,
  openSignInLink,
  pendingSignInCode,
  restoreSession,
  session,
  signIn,
  signInWithCode,
  signOut,
} from "../../src/app/session.ts";
import { account, problem, type Server, startServer, version } from "../page.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("server/version", version);
  server.respond("account", account());
  server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
  signOut();
});
const trades = () => server.requests.filter(({ path }) => path === "sign-in").length;
const key = () => sessionStorage.getItem("frontdesk.key");

describe("a sign-in link in a tab that has a session", () => {
  beforeEach(() => signIn("svcagt_own"));

  test("replaces nothing before the person confirms", () => {
    openSignInLink("a-code");
    expect(pendingSignInCode.get()).toBe("a-code");
    expect([trades(), key()]).toEqual([0, "svcagt_own"]);
  });

  test("replaces the key when the person confirms", async () => {
    openSignInLink("a-code");
    await acceptSignInCode("a-code");
    expect(session.get()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
    expect([pendingSignInCode.get(), key(), trades()]).toEqual([null, "svcagt_linked", 1]);
  });

  test.each([
    [401, "unauthenticated", "was used already"],
    [429, "rate_limited", "The server says rate_limited."],
  ])("leaves the session unchanged when the server responds %i", async (status, code, sentence) => {
    server.respond("sign-in", problem(status, code));
    openSignInLink("a-code");
    await expect(acceptSignInCode("a-code")).rejects.toThrow(sentence);
    expect(session.get()).toMatchObject({ state: "signed-in", key: "svcagt_own" });
    expect([pendingSignInCode.get(), key()]).toEqual(["a-code", "svcagt_own"]);
  });

  test("also asks if it opened the page", async () => {
    await restoreSession("a-code");
    expect(session.get()).toMatchObject({ state: "signed-in", key: "svcagt_own" });
    expect([pendingSignInCode.get(), trades()]).toEqual(["a-code", 0]);
  });

  test("signs in at once if the tab's key is no longer valid", async () => {
    server.respond("account", (request: Request) =>
      request.headers.get("authorization")?.endsWith("svcagt_linked") ? account() : problem(401, "unauthenticated"),
    );
    await restoreSession("a-code");
    await expect.poll(() => session.get()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
    expect(pendingSignInCode.get()).toBeNull();
  });

  test("is discarded with the session", () => {
    openSignInLink("a-code");
    signOut();
    expect([pendingSignInCode.get(), key()]).toEqual([null, null]);
  });
});

describe("a sign-in link in a tab without a session", () => {
  test("signs in before the page is drawn, if it opened the page", async () => {
    await restoreSession("a-code");
    expect(session.get()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
    expect([pendingSignInCode.get(), key(), trades()]).toEqual([null, "svcagt_linked", 1]);
  });

  test("signs in at once", async () => {
    openSignInLink("a-code");
    await expect.poll(() => session.get()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
    expect([pendingSignInCode.get(), trades()]).toEqual([null, 1]);
  });

  test("keeps nothing of a rejected link", async () => {
    server.respond("sign-in", problem(401, "unauthenticated"));
    await signInWithCode("a-code");
    expect(session.get()).toMatchObject({
      state: "signed-out",
      reason: "This link was used already, or is older than ten minutes. Ask for a new one with `frontdesk dashboard`.",
    });
    expect(key()).toBeNull();
  });
});
