import { h } from "preact";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Confirm } from "../../src/ui/dialog.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const field = "dialog form input";
const draw = (props: Partial<Parameters<typeof Confirm>[0]> = {}) => {
  const onClose = vi.fn();
  const act = vi.fn(async () => {});
  const view = drawView(h(Confirm, { title: "Sure?", verb: "Do it", children: "", onConfirm: act, onClose, ...props }));
  return { view, onClose, act };
};

describe("a confirmation of a destructive action", () => {
  test.each(["", "d", "dem", "demo2", "Demo", " demo", "demo "])("does nothing while %o is typed", async (text) => {
    const { view, act } = draw({ requiredText: "demo" });
    view.type(field, text);
    // The view is rendered again in a microtask.
    await new Promise((resolve) => setTimeout(resolve));
    expect(view.button("Do it")?.disabled).toBe(true);
    view.click("Do it");
    expect(act).not.toHaveBeenCalled();
  });

  test("continues once the name is typed", async () => {
    const { view, act, onClose } = draw({ requiredText: "demo" });
    view.type(field, "demo");
    await expect.poll(() => view.button("Do it")?.disabled).toBe(false);
    view.click("Do it");
    await expect.poll(() => onClose).toHaveBeenCalledOnce();
    expect(act).toHaveBeenCalledOnce();
  });

  test("is submitted once while it runs", async () => {
    const end = held<void>();
    const act = vi.fn(() => end.promise);
    const { view, onClose } = draw({ onConfirm: act });
    view.click("Do it");
    await expect.poll(() => view.button("Do it")?.disabled).toBe(true);
    view.click("Do it");
    expect(act).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    end.release();
    await expect.poll(() => onClose).toHaveBeenCalledOnce();
  });

  test("stays open, says why, and can be repeated when it fails", async () => {
    const { view, onClose } = draw({ onConfirm: () => Promise.reject(new Error("The disk is full.")) });
    view.click("Do it");
    await expect.poll(() => view.text()).toContain("The disk is full.");
    expect(view.button("Do it")?.disabled).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each(["Cancel", "Close"])("does nothing when it is left by “%s”", async (name) => {
    const { view, act, onClose } = draw();
    await expect.poll(() => view.all<HTMLDialogElement>("dialog")[0]?.open).toBe(true);
    view.click(name);
    expect(onClose).toHaveBeenCalledOnce();
    expect(act).not.toHaveBeenCalled();
  });
});

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("account", { account: {}, agent_token: {} });
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("mail/recent", problem(401, "unauthenticated"));
  server.respond("sms/recent", problem(401, "unauthenticated"));
  server.respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
});

const signedIn = () => signedInWith(null);
const deletions = [
  {
    what: "a mailbox",
    view: () => h(MailboxesView, { signedIn: signedIn(), id: "m1" }),
    opens: "Delete…",
    typed: "box1",
    verb: "Delete the mailbox",
    path: "mailbox/m1",
  },
  {
    what: "an SMS inbox without a number",
    view: () => h(SmsView, { signedIn: signedIn(), id: "s1" }),
    opens: "Delete…",
    typed: "delete",
    verb: "Delete the inbox",
    path: "sms/s1",
  },
  {
    what: "a name for tunnels",
    view: () => h(TunnelsView, { signedIn: signedIn() }),
    opens: "Delete…",
    typed: "demo",
    verb: "Delete the subdomain",
    path: "subdomain/d1",
  },
  {
    what: "a key",
    view: () => h(KeysView, { signedIn: signedIn() }),
    opens: "Revoke",
    typed: null,
    verb: "Revoke",
    path: "agent-tokens/k2",
  },
];

describe.each(deletions)("deleting $what", ({ view: toView, opens, typed, verb, path }) => {
  const sent = () => server.requests.filter(({ method }) => method === "DELETE").map((each) => each.path);

  async function ask() {
    const view = drawView(toView());
    await expect
      .poll(() => {
        view.unfold();
        return view.button(opens);
      })
      .toBeDefined();
    view.click(opens);
    await expect.poll(() => view.all("dialog").length).toBe(1);
    const confirm = () => view.all<HTMLButtonElement>("dialog form button[type=submit]")[0];
    if (typed !== null) {
      expect(confirm()?.disabled).toBe(true);
      view.type(field, typed);
      await expect.poll(() => confirm()?.disabled).toBe(false);
    }
    expect(sent()).toEqual([]);
    expect(confirm()?.textContent).toBe(verb);
    confirm()?.click();
    return view;
  }

  test.each([
    ["the server has deleted it", () => ({})],
    ["somebody else was quicker", () => problem(404, "not_found")],
  ])("is done when %s", async (_why, respond) => {
    server.respond(path, respond);
    const view = await ask();
    await expect.poll(() => view.all("dialog").length).toBe(0);
    expect(sent()).toEqual([path]);
  });

  test("stays open when the server rejects the action, and says why", async () => {
    server.respond(path, problem(403, "missing_scope"));
    const view = await ask();
    await expect.poll(() => view.all("dialog [role=alert]").map(({ textContent }) => textContent)).toHaveLength(1);
    expect(view.all("dialog")).toHaveLength(1);
  });
});
