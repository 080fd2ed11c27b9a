import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

/** A network with the server on one side and its clients on the other. */
export interface ServerNetwork {
  /** Words before a command, to run it at the server's side. */
  inside: string[];
  /** Address of the server for each client address. */
  serverIp: string;
  /** A client address that is public, and one that is private. */
  publicIp: string;
  privateIp: string;
  privateServerIp: string;
  close(): void;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/** Opens a network namespace for a server whose only name server is at the clients' side. */
export function openNetwork(): ServerNetwork {
  const name = `frontdesk-${process.pid}`;
  const [outer, inner] = [`fdo${process.pid}`.slice(0, 15), `fdi${process.pid}`.slice(0, 15)];
  const settings = `/etc/netns/${name}`;
  // Addresses of its own, because a run that was killed leaves its network. Those for documentation belong to no real host.
  const block = 4 * (process.pid % 64);
  const [serverIp, publicIp] = [`198.51.100.${block + 1}`, `198.51.100.${block + 2}`];
  const [privateServerIp, privateIp] = [`10.213.77.${block + 1}`, `10.213.77.${block + 2}`];
  const close = () => {
    spawnSync("ip", ["netns", "delete", name]);
    spawnSync("ip", ["link", "delete", outer]);
    rmSync(settings, { recursive: true, force: true });
  };
  try {
    ip("netns", "add", name);
    ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name);
    ip("address", "add", `${publicIp}/30`, "dev", outer);
    ip("address", "add", `${privateIp}/30`, "dev", outer);
    ip("link", "set", outer, "up");
    ip("-n", name, "address", "add", `${serverIp}/30`, "dev", inner);
    ip("-n", name, "address", "add", `${privateServerIp}/30`, "dev", inner);
    ip("-n", name, "link", "set", inner, "up");
    ip("-n", name, "link", "set", "lo", "up");
    // `ip netns exec` shows this file as /etc/resolv.conf.
    mkdirSync(settings, { recursive: true });
    writeFileSync(`${settings}/resolv.conf`, `nameserver ${publicIp}\n`);
  } catch (error) {
    close();
    throw error;
  }
  return {
    inside: ["ip", "netns", "exec", name],
    serverIp,
    publicIp,
    privateIp,
    privateServerIp,
    close,
  };
}
