import type { Snippet } from "../ui/snippets.tsx";

/** How a program waits for the next code that is texted. */
export function toSmsSnippets(token: string): Snippet[] {
  const url = location.origin;
  const sdk = `import { openSmsInbox } from "@frontdesk/sdk";

const inbox = openSmsInbox({
  baseUrl: "${url}",
  key: "${token}",
});
const { code } = await inbox.waitForCode();`;
  const curl = `# The texts of the last minute, newest first, or else the next one within 50 s.
curl "${url}/svc-api/sms/recent?full=true&lookback=60&wait=50" \\
  -H "Authorization: Bearer ${token}"`;
  const hide = (text: string) => text.replace(token, "svcsms_…");
  return [
    { name: "SDK", code: sdk, shown: hide(sdk) },
    { name: "curl", code: curl, shown: hide(curl) },
  ];
}
