import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Kv, Locks } from "../storage/types.ts";

/** An OAuth client, as it has registered itself. */
export interface OAuthClient {
  id: string;
  /** Name as it says itself. */
  name: string;
  redirectUris: string[];
  /** Host that publishes the client's metadata; `null` if it has registered itself. */
  verifiedHost: string | null;
}

/** Longest client id, in characters. It holds what the client has registered. */
export const maxClientIdLength = 2800;
/** Longest name of a client, in characters. */
const maxClientNameLength = 100;

/** Contents of a client id. Short names, because the id is part of a URL. */
const contents = v.object({ n: v.string(), r: v.array(v.string()) });

const signingKeyName = "oauth-key";
const signingKeyBytes = 32;

export type ClientIds = ReturnType<typeof createClientIds>;

/**
 * Creates and reads client ids. An id is the registration itself, signed: so it is valid on every server of a cluster and for
 * ever, and registering stores nothing, which would let anybody fill the storage.
 */
export function createClientIds({ kv, locks }: { kv: Kv; locks: Locks }) {
  let loading: Promise<Buffer> | undefined;
  /** Returns the signing key of this storage. A failed read is tried again by the next caller. */
  const loadKey = () => {
    loading ??= readOrCreateKey(kv, locks).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    /** Returns the id of a client with this name and these redirect URIs. */
    async create({ name, redirectUris }: Pick<OAuthClient, "name" | "redirectUris">): Promise<string> {
      const payload = Buffer.from(
        JSON.stringify({ n: name, r: redirectUris } satisfies v.InferOutput<typeof contents>),
      ).toString("base64url");
      return `${payload}.${sign(payload, await loadKey()).toString("base64url")}`;
    },

    /** Returns the client of an id; `null` for an id that this storage's servers have not created. */
    async read(id: string): Promise<OAuthClient | null> {
      const [, payload = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/.exec(id) ?? [];
      if (id.length > maxClientIdLength || payload === "") return null;
      const expected = sign(payload, await loadKey());
      const given = Buffer.from(signature, "base64url");
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const { n, r } = v.parse(contents, JSON.parse(Buffer.from(payload, "base64url").toString()));
      return { id, name: n, redirectUris: r, verifiedHost: null };
    },
  };
}

const sign = (payload: string, key: Buffer) => createHmac("sha256", key).update(`client-id:${payload}`).digest();

/** Returns the stored signing key. The first server that needs it creates it. */
async function readOrCreateKey(kv: Kv, locks: Locks): Promise<Buffer> {
  const read = () => kv.get<{ key: string }>(signingKeyName);
  const stored =
    (await read()) ??
    (await locks.with([signingKeyName], async () => {
      const existing = await read();
      if (existing) return existing;
      const created = { key: randomBytes(signingKeyBytes).toString("base64") };
      await kv.commit([[signingKeyName, created]]);
      return created;
    }));
  return Buffer.from(stored.key, "base64");
}

/** Returns a name that can be shown: one line, without control characters and those that change the direction of text. */
export function toDisplayName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, maxClientNameLength)
    .replace(/[\ud800-\udbff]$/, "");
}
