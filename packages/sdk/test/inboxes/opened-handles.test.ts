import { expect, test } from "vitest";
import { createFrontdesk, type Frontdesk, UnreachableError } from "../../src/index.ts";

const emptyPage = { success: true, emails: [], messages: [], phones: [], now: 0, missed: 0, more: false };
const found = {
  success: true,
  email: { id: "3", body: "x", links: [], codes: [], received_at: new Date(0).toISOString() },
};

/** An account with one mailbox and one SMS inbox on a server that fails the first read of an inbox. Notes the cursors of reads. */
function openAccount({ isSilent = false } = {}) {
  const cursors: (string | null)[] = [];
  const fetch = async (input: Request | string | URL) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input));
    const list = { success: true, limit: 5, used: 1, next: null };
    if (pathname.endsWith("/mailbox/list"))
      return Response.json({
        ...list,
        mailboxes: [{ id: "m1", name: "anna", address: "anna@a.test", token: "svcm_1" }],
      });
    if (pathname.endsWith("/sms/list"))
      return Response.json({ ...list, sms_tokens: [{ id: "s1", token: "svcsms_1" }] });
    if (!pathname.endsWith("/recent")) return Response.json(found);
    if (isSilent) return new Promise<never>(() => {});
    const reads = cursors.push(searchParams.get("after"));
    if (reads === 1)
      return Response.json({ success: false, error: "restarting", code: "unavailable" }, { status: 503 });
    return Response.json({ ...emptyPage, cursor: `cursor-${reads}` });
  };
  const frontdesk = createFrontdesk({ baseUrl: "http://frontdesk.test", key: "svcagt_1", fetch });
  return { frontdesk, cursors };
}

const kinds: [string, (frontdesk: Frontdesk, timeout?: number) => Promise<MailboxOrInbox>][] = [
  ["a mailbox", ({ mailboxes }, timeout) => mailboxes.open("anna", { ...(timeout && { timeout }) })],
  ["an SMS inbox", ({ smsInboxes }, timeout) => smsInboxes.open("s1", { ...(timeout && { timeout }) })],
];
interface MailboxOrInbox {
  waitForMessage(options: object): Promise<unknown>;
}

test.each(kinds)(
  "%s waits for what arrives after it was opened, even if the first read failed",
  async (_what, open) => {
    const { frontdesk, cursors } = openAccount();
    const inbox = await open(frontdesk);
    const readsAtOpening = cursors.length;
    await inbox.waitForMessage({ timeout: 0, errorOnTimeout: false });
    expect(cursors[readsAtOpening]).toBe(`cursor-${readsAtOpening}`);
    expect(cursors.slice(0, readsAtOpening)).toEqual([null, null]);
  },
);

test.each(kinds)(
  "opening %s ends with its timeout, also if the server does not respond to the first read",
  async (_what, open) => {
    const { frontdesk } = openAccount({ isSilent: true });
    await expect(open(frontdesk, 50)).rejects.toThrow(UnreachableError);
  },
);
