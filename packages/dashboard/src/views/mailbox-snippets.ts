import type { MailboxRecord } from "@frontdesk/sdk";
import type { Snippet } from "../ui/snippets.tsx";

/** Shown in place of the mailbox key; copying a snippet copies the real key. */
const maskedKey = "svcm_…";

/** Returns snippets that wait for the next code of this mailbox. */
export function toMailboxSnippets({ name, token }: Pick<MailboxRecord, "name" | "token">): Snippet[] {
  const url = location.origin;
  const sdk = `import { openMailbox } from "@frontdesk/sdk";

const mailbox = openMailbox({
  baseUrl: "${url}",
  key: "${token}",
});
const { code } = await mailbox.waitForCode();`;
  const curl = `# The mails of the last minute, newest first. If there are none, waits up to 50 s for the next.
curl "${url}/svc-api/mail/recent?full=true&lookback=60&wait=50" \\
  -H "Authorization: Bearer ${token}"`;
  const shell = `export FRONTDESK_URL=${url}
export FRONTDESK_KEY=svcagt_…
frontdesk code ${name}`;
  return [
    { name: "SDK", code: sdk, shown: sdk.replace(token, maskedKey) },
    { name: "curl", code: curl, shown: curl.replace(token, maskedKey) },
    { name: "Shell", code: shell },
  ];
}
