import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Snippet, Snippets } from "../../src/ui/snippets.tsx";
import { toInboxSnippets } from "../../src/views/inbox-snippets.ts";
import { toTunnelSnippets } from "../../src/views/tunnel-snippets.ts";
import { drawView } from "../view.ts";

const inboxes = {
  "a mailbox": [toInboxSnippets("mailbox", { token: "svcm_secret", name: "box1" }), "svcm_secret", "svcm_…"],
  "an SMS inbox": [toInboxSnippets("sms", { token: "svcsms_secret" }), "svcsms_secret", "svcsms_…"],
  "a tunnel": [toTunnelSnippets("svc_secret"), "svc_secret", "svc_…"],
} as const;

test.each(Object.entries(inboxes))("the snippets of %s show its key masked and copy the real one", (_what, parts) => {
  const [snippets, token, masked] = parts;
  for (const { code, shown } of snippets.slice(0, 2)) {
    expect(code).toContain(token);
    expect(shown).toBe(code.replace(token, masked));
  }
});

test("the snippets call this server, each kind of inbox in its own way", () => {
  const codesOf = (what: keyof typeof inboxes) => inboxes[what][0].map(({ code }) => code).join("\n");
  const here = location.origin;
  expect(codesOf("a mailbox")).toContain('import { openMailbox } from "@frontdesk/sdk"');
  expect(codesOf("a mailbox")).toContain(`"${here}/svc-api/mail/recent?full=true&lookback=60&wait=50"`);
  expect(codesOf("a mailbox")).toContain("frontdesk code box1");
  expect(codesOf("an SMS inbox")).toContain('import { openSmsInbox } from "@frontdesk/sdk"');
  expect(codesOf("an SMS inbox")).toContain(`"${here}/svc-api/sms/recent?full=true&lookback=60&wait=50"`);
  expect(codesOf("an SMS inbox")).not.toContain("frontdesk code");
  expect(codesOf("a tunnel")).toContain(`--url ${here} -k svc_secret -p 3000`);
  expect(codesOf("a tunnel")).toContain(`baseUrl: "${here}"`);
});

test("the chosen snippet is shown with the key masked, and copied with the real one", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const curl: Snippet = { name: "curl", code: "curl svcm_secret", shown: "curl svcm_…" };
  const sdk: Snippet = { name: "SDK", code: "open(svcm_secret)", shown: "open(svcm_…)" };
  const view = drawView(h(Snippets, { label: "Wait with", snippets: [curl, sdk] }));
  const tabs = () => view.all("fieldset button").map((tab) => [tab.textContent, tab.getAttribute("aria-pressed")]);
  const labels = () => view.all("[aria-label]").map((part) => part.getAttribute("aria-label"));
  expect([view.all("code")[0]?.textContent, tabs(), labels()]).toEqual([
    "curl svcm_…",
    [
      ["curl", "true"],
      ["SDK", "false"],
    ],
    ["Wait with", "Wait with curl"],
  ]);
  view.click("SDK");
  await expect.poll(() => view.all("code")[0]?.textContent).toBe("open(svcm_…)");
  expect([tabs().map(([, isPressed]) => isPressed), labels()]).toEqual([
    ["false", "true"],
    ["Wait with", "Wait with SDK"],
  ]);
  view.click("Copy the SDK snippet");
  await expect.poll(() => copied).toEqual(["open(svcm_secret)"]);
});

test("a list that is shorter than the previous one shows its first snippet if it has none of the chosen place", async () => {
  const plain = (name: string): Snippet => ({ name, code: `code of ${name}` });
  const view = drawView(h(Snippets, { label: "Wait with", snippets: ["curl", "SDK", "Shell"].map(plain) }));
  view.click("Shell");
  await expect.poll(() => view.all("code")[0]?.textContent).toBe("code of Shell");
  view.redraw(h(Snippets, { label: "Wait with", snippets: ["curl", "SDK"].map(plain) }));
  expect(view.all("code")[0]?.textContent).toBe("code of curl");
});
