import { editDistance, formatAge } from "@frontdesk/basics";
import type { NearMiss, WaitTimeoutError } from "@frontdesk/sdk";
import type { Call, Outcome } from "../calls/tool.ts";
import { cleanLine } from "../text/clean.ts";
import { fenced } from "../text/fence.ts";
import { reachBack, type Wait } from "./inbox.ts";

interface Vain {
  wait: Wait;
  /** Messages that the filters let pass. */
  looked: ReadonlySet<string>;
  rounds: number;
  /** When the call began, by the server's clock. */
  begun: number;
}

/** Rounds without a message after which waiting longer is unlikely to help. */
const patience = 3;
const mostNamed = 3;
/** Letters by which a mistyped address differs. */
const mostSlips = 3;

/** A wait that ended in vain: what lies there, why it was not taken, and what to do. */
export async function toPending(error: WaitTimeoutError, vain: Vain, call: Call): Promise<Outcome> {
  const { wait, looked, begun } = vain;
  const misses = [...error.nearMisses].reverse();
  const filtered = misses.filter(({ id }) => !looked.has(id));
  // Behind what a filter left out, a call without the filter would not see it any more.
  const cursor = filtered.length > 0 ? wait.after : error.cursor;
  const strays = misses.length === 0 && wait.channel === "email" ? await refusedLike(wait.name, begun, call) : [];
  const named = misses.slice(0, mostNamed).map((miss) => ({
    messageId: miss.id,
    from: cleanLine(miss.sender, 60),
    ...(miss.subject === undefined ? {} : { subject: cleanLine(miss.subject, 60) }),
    age: formatAge(call.serverNow() - Date.parse(miss.received_at)),
    why: whyNot(miss, looked.has(miss.id), wait),
  }));
  const more = misses.length - named.length;
  return {
    facts: {
      status: "pending",
      ...(cursor === undefined ? {} : { cursor }),
      next: toNext(vain, { read: misses.find(({ id }) => looked.has(id)), filtered: filtered.length, strays }),
      ...(error.missed > 0 ? { missed: error.missed } : {}),
      ...(named.length + strays.length > 0
        ? fenced({
            ...(named.length > 0 ? { notTaken: named } : {}),
            ...(more > 0 ? { more } : {}),
            ...(strays.length > 0 ? { rejected: strays } : {}),
          })
        : {}),
    },
  };
}

interface Lying {
  /** The newest that holds no code. */
  read: NearMiss | undefined;
  filtered: number;
  strays: string[];
}

function toNext({ wait: { tool, reader, channel }, rounds }: Vain, { read, filtered, strays }: Lying): string {
  const again = `${tool} again with after set to this cursor`;
  if (read)
    return `${channel === "email" ? "A mail" : "An SMS message"} arrived without a code: ${reader} with messageId ${read.id}, or ${again}.`;
  if (filtered > 0) return `What arrived did not match the filter; ${tool} without that filter takes it.`;
  if (strays.length > 0) return `Mail to an unknown address was rejected: give the site the right one, then ${again}.`;
  if (rounds >= patience) return `Ask the user whether the message was sent; then ${again}.`;
  return `Call ${again}.`;
}

function whyNot({ why }: NearMiss, passed: boolean, { from }: Wait): string {
  if (passed) return "holds no code or link";
  if (why.startsWith("it was received")) return "too old when it arrived";
  return from !== undefined && why.startsWith("the sender") ? "left out by from" : "came on another number";
}

/** Addresses like this one whose mail the server lately refused: one of them may be a slip in the name or the domain. */
async function refusedLike(address: string, begun: number, { desk, signal }: Call): Promise<string[]> {
  const lately = begun - reachBack;
  // Who may not ask is no worse off than before.
  const { data } = await desk.client.GET("/svc-api/mailbox/rejected", { signal }).catch(() => ({ data: undefined }));
  const rows = data?.rejected.filter(
    ({ recipient, at }) =>
      Date.parse(at) >= lately && editDistance(recipient.toLowerCase(), address.toLowerCase()) <= mostSlips,
  );
  return [...new Set(rows?.map(({ recipient }) => cleanLine(recipient, 60)))].slice(0, mostNamed);
}
