import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { temporaryFolder } from "../storage/folder.ts";

export interface Caddy {
  /** Where it takes HTTPS. */
  port: number;
  stop(): Promise<void>;
}

const guide = fileURLToPath(new URL("../../../../docs/how-to/tunnels-behind-proxies.md", import.meta.url));

/**
 * Starts Caddy with the configuration of the guide, before a Frontdesk on this port; certificates come from an
 * authority of its own. Resolves with `null` where Caddy is not installed.
 */
export async function startCaddy(frontdeskPort: number): Promise<Caddy | null> {
  const port = await freePort();
  const { dir, remove } = temporaryFolder();
  const file = join(dir, "Caddyfile");
  writeFileSync(file, configure(frontdeskPort, port, dir));
  const caddy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, HOME: dir },
  });
  try {
    await ready(caddy);
  } catch (error) {
    remove();
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return {
    port,
    async stop() {
      caddy.kill("SIGKILL");
      await once(caddy, "close");
      remove();
    },
  };
}

function configure(frontdeskPort: number, port: number, dir: string): string {
  const block = /```caddyfile\n([\s\S]*?)```/.exec(readFileSync(guide, "utf8"))?.[1];
  if (block === undefined) throw new Error("the guide has no configuration for Caddy");
  const own = `\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tstorage file_system ${dir}\n`;
  return block
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${frontdeskPort}`)
    .replace("{\n", `{\n${own}`)
    .replace("https:// {\n", "https:// {\n\tbind 127.0.0.1\n")
    .replace("\t\ton_demand\n", "\t\tissuer internal\n\t\ton_demand\n");
}

async function ready(caddy: ChildProcess): Promise<void> {
  await once(caddy, "spawn");
  let said = "";
  for await (const line of createInterface({ input: caddy.stderr! })) {
    said += `${line}\n`;
    if (!line.includes("serving initial configuration")) continue;
    caddy.stderr!.resume();
    return;
  }
  throw new Error(`caddy ended before it was ready: ${said}`);
}
