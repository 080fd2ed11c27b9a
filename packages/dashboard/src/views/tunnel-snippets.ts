import type { Snippet } from "../ui/snippets.tsx";

/** Returns snippets that expose a local port through the tunnel of this token. They show a masked token but copy the real one. */
export function toTunnelSnippets(token: string): Snippet[] {
  const url = location.origin;
  const command = `npx -y ${url}/downloads/frontdesk-tunnel.tgz --url ${url} -k ${token} -p 3000`;
  const sdk = `import { openTunnel } from "@frontdesk/tunnel";

const tunnel = await openTunnel({
  baseUrl: "${url}",
  token: "${token}",
  port: 3000,
});`;
  const maskToken = (snippet: string) => snippet.replace(token, "svc_…");
  return [
    { name: "Command", code: command, shown: maskToken(command) },
    { name: "SDK", code: sdk, shown: maskToken(sdk) },
  ];
}
