import { expect } from "vitest";
import { readDecrypted } from "../../test/storage/read-decrypted.ts";

/** All that a storage holds, by its keys. */
export type Stored = Map<string, Record<string, unknown>>;

/** Reads a storage: `lmdb:<dir>` with the secret beside it, or a Redis without a secret. */
export async function readStored(storage: string): Promise<Stored> {
  const stored: Stored = new Map();
  for await (const [key, value] of readDecrypted(storage)) stored.set(key, value as Record<string, unknown>);
  return stored;
}

/** Every record leads to what it is about, every list holds what there is, and nothing is left over. */
export function expectWhole(stored: Stored): void {
  const faults: string[] = [];
  const of = (prefix: string) =>
    [...stored].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : []));
  for (const [hash, { owner, id }] of of("token:")) {
    const kind = owner === "agent" ? "key" : owner;
    if (!stored.has(`${kind}:${id}`)) faults.push(`token ${hash.slice(0, 6)} opens ${owner} ${id}, which is gone`);
  }
  for (const [name, { id }] of of("mailbox-name:"))
    if (stored.get(`mailbox:${id}`)?.name !== name) faults.push(`the name ${name} is taken by nothing`);
  for (const [id, { name }] of of("mailbox:"))
    if (stored.get(`mailbox-name:${name}`)?.id !== id) faults.push(`mailbox ${name} is not found by its name`);
  for (const [id, index] of of("inbox:"))
    for (const message of index.messages as { id: string }[])
      if (!stored.has(`message:${id}:${message.id}`)) faults.push(`message ${message.id} has no body`);
  for (const [key] of of("message:")) {
    const [inbox = "", id] = key.split(":");
    const messages = (stored.get(`inbox:${inbox}`)?.messages ?? []) as { id: string }[];
    if (!messages.some((message) => message.id === id)) faults.push(`body ${id} belongs to no message`);
  }
  for (const [kind, list] of [
    ["mailbox", "mailboxes"],
    ["sms", "sms"],
    ["key", "keys"],
  ] as const) {
    const listed = of("list:")
      .filter(([key]) => new RegExp(`^[^:]+:${list}:\\d+$`).test(key))
      .flatMap(([, { ids }]) => (ids as string[]).filter((id) => id !== ""));
    const heads = of("list:").filter(([key]) => new RegExp(`^[^:]+:${list}$`).test(key));
    const counted = heads.reduce((sum, [, { count }]) => sum + Number(count), 0);
    const there = of(`${kind}:`).map(([id]) => id);
    if (counted !== listed.length) faults.push(`${counted} of ${list} are counted, ${listed.length} listed`);
    if ([...listed].sort().join() !== [...there].sort().join()) faults.push(`${list} lists other than there are`);
  }
  expect(faults).toEqual([]);
}
