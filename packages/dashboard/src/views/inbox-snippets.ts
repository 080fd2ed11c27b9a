import type { Snippet } from "../ui/snippets.tsx";
import type { InboxRecord } from "./inbox-kind.ts";

const wordsOf = {
  mailbox: { variable: "mailbox", open: "openMailbox", path: "mail", messages: "mails", maskedKey: "svcm_…" },
  sms: { variable: "inbox", open: "openSmsInbox", path: "sms", messages: "SMS messages", maskedKey: "svcsms_…" },
};

/** Returns snippets that wait for the next code of this inbox. Those with the inbox's key show it masked, but copy the real one. */
export function toInboxSnippets(kind: "mailbox" | "sms", { token, name }: Omit<InboxRecord, "id">): Snippet[] {
  const { variable, open, path, messages, maskedKey } = wordsOf[kind];
  const url = location.origin;
  const sdk = `import { ${open} } from "@frontdesk/sdk";

const ${variable} = ${open}({
  baseUrl: "${url}",
  key: "${token}",
});
const { code } = await ${variable}.waitForCode();`;
  const curl = `# The ${messages} of the last minute, newest first. If there are none, waits up to 50 s for the next.
curl "${url}/svc-api/${path}/recent?full=true&lookback=60&wait=50" \\
  -H "Authorization: Bearer ${token}"`;
  const snippets: Snippet[] = [
    { name: "SDK", code: sdk, shown: sdk.replace(token, maskedKey) },
    { name: "curl", code: curl, shown: curl.replace(token, maskedKey) },
  ];
  // The command finds a mailbox by its name, and SMS inboxes have none. It takes an agent key, which is left to fill in: the
  // snippet is for a program, and each program should have its own key, not that of this tab.
  if (name === undefined) return snippets;
  const shell = `export FRONTDESK_URL=${url}
export FRONTDESK_KEY=svcagt_…
frontdesk code ${name}`;
  return [...snippets, { name: "Shell", code: shell }];
}
