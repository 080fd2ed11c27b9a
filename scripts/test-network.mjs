// Runs packages/tunnel/network in network namespaces of its own: one for the edge and its visitors, one for agents, joined by a
// pair of interfaces. Exit code 77: this machine cannot make them.
import { spawnSync } from "node:child_process";

const SKIPPED = 77;
const [edge, agents] = ["edge", "agents"].map((name) => `frontdesk-${name}-${process.pid}`);
const ip = (...words) => spawnSync("ip", words, { encoding: "utf8" });
const must = (...words) => {
  const { status, stderr, error } = ip(...words);
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${error?.message ?? stderr.trim()}`);
};
const cleanUp = () => {
  for (const name of [edge, agents]) ip("netns", "del", name);
};

try {
  must("netns", "add", edge);
  must("netns", "add", agents);
  // Made inside, so that no other namespace of the machine is touched.
  must("-n", edge, "link", "add", "edge", "type", "veth", "peer", "name", "agents", "netns", agents);
  for (const [name, link, address] of [
    [edge, "edge", "10.77.0.1/24"],
    [agents, "agents", "10.77.0.2/24"],
  ]) {
    must("-n", name, "address", "add", address, "dev", link);
    must("-n", name, "link", "set", link, "up");
    must("-n", name, "link", "set", "lo", "up");
  }
} catch (error) {
  cleanUp();
  console.log(`test:network is skipped: no network namespaces can be made here (${error.message})`);
  process.exit(SKIPPED);
}

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "packages/tunnel/network/vitest.config.ts"];
const { status } = spawnSync("ip", ["netns", "exec", edge, process.execPath, ...vitest, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, FRONTDESK_NETNS_AGENTS: agents },
});
cleanUp();
process.exit(status ?? 1);
