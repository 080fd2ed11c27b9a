import { h } from "preact";
import { expect, test } from "vitest";
import { openSignInLink, pendingSignInCode, session, signIn, signOut } from "../../src/app/session.ts";
import { ConfirmSignIn } from "../../src/views/confirm-sign-in.tsx";
import { account, held, startServer, version } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

test("a second sign-in link that is opened while the first signs in is offered afterwards", async () => {
  signOut();
  const server = startServer();
  server.respond("server/version", version);
  server.respond("account", account());
  server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
  await signIn("svcagt_own");
  openSignInLink("first");
  const view = drawView(h(ConfirmSignIn, { code: "first", signedIn: signedInWith(null) }));
  const late = held<object>();
  server.respond("account", late.promise);
  view.click("Sign in with the link");
  await expect.poll(() => session.get().state).toBe("signing-in");
  openSignInLink("second");
  late.release(account());
  await expect.poll(() => session.get()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
  await expect.poll(() => view.button("Sign in with the link")?.disabled).toBe(false);
  expect(pendingSignInCode.get()).toBe("second");
});

test("a sign-in link that is declined is offered no more", () => {
  openSignInLink("first");
  const view = drawView(h(ConfirmSignIn, { code: "first", signedIn: signedInWith(null) }));
  view.click("Cancel");
  expect(pendingSignInCode.get()).toBeNull();
});
