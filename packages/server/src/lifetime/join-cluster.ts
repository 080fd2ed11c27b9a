import { randomBytes } from "node:crypto";
import type { Cluster } from "@frontdesk/tunnel/edge";
import type { Log } from "../log.ts";
import type { ServerOptions } from "../options/options.ts";
import { OptionsError } from "../problem.ts";
import type { Backend } from "../storage/types.ts";

/** Returns the cluster options for the server on this port; an empty object for a single server. */
export type JoinCluster = (port: number) => { cluster?: Cluster };

export interface JoinClusterOptions extends Pick<ServerOptions, "internalUrl" | "clusterSecret"> {
  storage: Pick<Backend, "kv" | "locks" | "presence">;
  log: Log;
}

/** Storage key of the secret, and its lock. */
const secretRecordKey = "cluster";

/**
 * Prepares a server to share its tunnels with the other servers of one Redis. Returns a function that takes the server's HTTP port
 * and returns the cluster options of the server's tunnel edge: none for a single server, or without `--internal-url`.
 *
 * @throws OptionsError for cluster options with a storage that servers cannot share
 */
export async function prepareCluster({
  internalUrl,
  clusterSecret,
  storage,
  log,
}: JoinClusterOptions): Promise<JoinCluster> {
  const { presence } = storage;
  // Only a storage that servers can share has `presence`, which says what servers run and which tunnels they have.
  if (presence === undefined) {
    const explain = (setting: string) => `${setting} is for servers that share a storage: set --storage redis://…`;
    if (internalUrl !== "") throw new OptionsError(explain("--internal-url"));
    if (clusterSecret !== "") throw new OptionsError(explain("FRONTDESK_CLUSTER_SECRET"));
    return () => ({});
  }
  if (internalUrl === "") {
    return () => {
      log.info(
        "Tunnels of this server are reached through this server alone. If others share its Redis, set --internal-url " +
          "(FRONTDESK_INTERNAL_URL) on each to its own address, such as http://10.0.0.5:8787.",
      );
      return {};
    };
  }
  const secret = clusterSecret || (await loadOrCreateSecret(storage));
  const origin = internalUrl.replace(/\/$/, "");
  // Port 0 stands for the port that the system chose, which is known only now.
  return (port) => ({ cluster: { presence, secret, internalUrl: origin.replace(/:0$/, `:${port}`) } });
}

/** Returns the stored cluster secret, or generates it on the first server. */
async function loadOrCreateSecret({ kv, locks }: Pick<Backend, "kv" | "locks">): Promise<string> {
  const stored = await kv.get<{ secret: string }>(secretRecordKey);
  if (stored !== null) return stored.secret;
  return locks.with([secretRecordKey], async () => {
    // Another server may have been faster.
    const existing = await kv.get<{ secret: string }>(secretRecordKey);
    if (existing !== null) return existing.secret;
    const secret = randomBytes(32).toString("base64url");
    await kv.commit([[secretRecordKey, { secret }]]);
    return secret;
  });
}
