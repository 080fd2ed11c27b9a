import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { session } from "../src/app/session.ts";
import { ConnectPage } from "../src/connect/page.tsx";
import type { Operation } from "../src/docs/document.ts";
import { KeyForm } from "../src/docs/key-form.tsx";
import { TryForm } from "../src/docs/try-form.tsx";
import { Confirm } from "../src/ui/dialog.tsx";
import { SignIn } from "../src/views/sign-in.tsx";
import { startServer } from "./page.ts";
import { drawView, signedInWith } from "./view.ts";

const operation: Operation = {
  ...{ id: "a", path: "/svc-api/a", tag: "", summary: "", description: "", key: null, scopes: [] },
  ...{ method: "GET", isLaterOnly: false, parameters: [], body: null, responses: [] },
};
const consentRequest = {
  client: { name: "App", host: "app.example", redirect_uri: "https://app.example/cb", is_local: false },
  account: "default",
  scopes: [{ scope: "mailbox:read", ticked: true, allowed: true }],
  expiry: null,
};

beforeEach(() => {
  startServer().respond("/oauth/consent", consentRequest);
  session.set({ state: "signed-in", ...signedInWith(null) });
  return () => session.set({ state: "signed-out", reason: null });
});

test.each<[string, () => ComponentChild]>([
  ["signs in", () => h(SignIn, { session: { state: "signed-out", reason: null } })],
  ["takes a key in the reference", () => h(KeyForm, { message: null })],
  [
    "tries an operation",
    () =>
      h(TryForm, {
        operation,
        signedIn: null,
        inputs: { choices: [], missing: null },
      }),
  ],
  [
    "confirms an action",
    () => h(Confirm, { title: "", verb: "", children: "", onConfirm: async () => {}, onClose() {} }),
  ],
  ["connects an app", () => h(ConnectPage, { requestId: "1.abc" })],
])("the form that %s is not sent by the browser, which would load the page again", async (_what, draw) => {
  const view = drawView(draw());
  await expect.poll(() => view.all("form").length).toBe(1);
  const submission = new Event("submit", { bubbles: true, cancelable: true });
  view.all("form")[0]?.dispatchEvent(submission);
  expect(submission.defaultPrevented).toBe(true);
});
