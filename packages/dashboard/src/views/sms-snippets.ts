import type { Snippet } from "../ui/snippets.tsx";

/** Returns snippets that wait for the next code of this SMS inbox. They show a masked key but copy the real one. */
export function toSmsSnippets(token: string): Snippet[] {
  const url = location.origin;
  const sdk = `import { openSmsInbox } from "@frontdesk/sdk";

const inbox = openSmsInbox({
  baseUrl: "${url}",
  key: "${token}",
});
const { code } = await inbox.waitForCode();`;
  const curl = `# The SMS messages of the last minute, newest first. If there are none, waits up to 50 s for the next.
curl "${url}/svc-api/sms/recent?full=true&lookback=60&wait=50" \\
  -H "Authorization: Bearer ${token}"`;
  const maskKey = (snippet: string) => snippet.replace(token, "svcsms_…");
  return [
    { name: "SDK", code: sdk, shown: maskKey(sdk) },
    { name: "curl", code: curl, shown: maskKey(curl) },
  ];
}
