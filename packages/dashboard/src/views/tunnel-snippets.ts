import type { Snippet } from "../ui/snippets.tsx";

/** How a local port is put under a name. */
export function toTunnelSnippets(token: string): Snippet[] {
  const url = location.origin;
  const command = `npx -y ${url}/downloads/frontdesk-tunnel.tgz --url ${url} -k ${token} -p 3000`;
  const sdk = `import { openTunnel } from "@frontdesk/tunnel";

const tunnel = await openTunnel({
  baseUrl: "${url}",
  token: "${token}",
  port: 3000,
});`;
  const hide = (text: string) => text.replace(token, "svc_…");
  return [
    { name: "Command", code: command, shown: hide(command) },
    { name: "SDK", code: sdk, shown: hide(sdk) },
  ];
}
