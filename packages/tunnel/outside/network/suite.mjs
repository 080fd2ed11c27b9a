import { spawnSync } from "node:child_process";
import { attempt, Missing } from "../../../../scripts/needs.mjs";

/** Makes two network namespaces, one for the edge and its visitors, one for tunnel clients, joined by a pair of interfaces. */
export function prepare() {
  const [edge, clients] = ["edge", "clients"].map((name) => `frontdesk-${name}-${process.pid}`);
  const commands = [
    `netns add ${edge}`,
    `netns add ${clients}`,
    // Made inside, so that no other namespace of the machine is touched.
    `-n ${edge} link add edge type veth peer name clients netns ${clients}`,
    `-n ${edge} address add 10.77.0.1/24 dev edge`,
    `-n ${clients} address add 10.77.0.2/24 dev clients`,
    ...[`${edge} link set edge up`, `${clients} link set clients up`].map((command) => `-n ${command}`),
    ...[edge, clients].map((namespace) => `-n ${namespace} link set lo up`),
  ];
  const cleanUp = () => {
    for (const namespace of [edge, clients]) spawnSync("ip", ["netns", "del", namespace]);
  };
  if (commands.every((command) => attempt("ip", command.split(" "))))
    return { prefix: ["ip", "netns", "exec", edge], env: { FRONTDESK_NETNS_CLIENTS: clients }, cleanUp };
  cleanUp();
  throw new Missing("no network namespaces can be made here");
}
