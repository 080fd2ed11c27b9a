import { onTestFinished } from "vitest";
import type { Cluster, Presence } from "../../src/edge/types.ts";
import { createTestbed } from "./testbed.ts";

/** Two edges that share a registry, a bus and the knowledge of who has which tunnel. */
export async function createPair() {
  const known = new Map<string, string[]>();
  const counts = new Map<string, number>();
  const serversOf = (id: string) => known.get(id) ?? [];
  const without = (id: string, server: string) => serversOf(id).filter((other) => other !== server);
  const presence: Presence = {
    async set(id, server, clients) {
      known.set(id, [server, ...without(id, server)]);
      counts.set(`${id} ${server}`, clients);
    },
    clear: async (id, server) => void known.set(id, without(id, server)),
    servers: async (id) => serversOf(id),
    clients: async (id, except) =>
      without(id, except).reduce((sum, server) => sum + (counts.get(`${id} ${server}`) ?? 0), 0),
  };
  const clusters: Cluster[] = [1, 2].map(() => ({ presence, internalUrl: "", secret: "between servers" }));
  const one = await createTestbed({ cluster: clusters[0]! });
  const two = await createTestbed({ cluster: clusters[1]!, ...one.registry });
  clusters[0]!.internalUrl = `http://127.0.0.1:${one.port}`;
  clusters[1]!.internalUrl = `http://127.0.0.1:${two.port}`;
  onTestFinished(async () => {
    await two[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
  });
  return { one, two };
}
