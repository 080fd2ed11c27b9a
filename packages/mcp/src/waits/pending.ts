import { editDistance, formatAge } from "@frontdesk/basics";
import type { NearMiss, WaitTimeoutError } from "@frontdesk/sdk";
import type { ToolCall, ToolResult } from "../calls/tool.ts";
import { cleanLine } from "../text/clean.ts";
import { fenceFacts } from "../text/fence.ts";
import { type CodeWait, defaultLookbackMs } from "./code-wait.ts";

/** A wait that timed out. */
interface EmptyWait {
  wait: CodeWait;
  /** Ids of the messages that passed the filters. */
  inspected: ReadonlySet<string>;
  /** Calls of this wait that found nothing, with this one. */
  attempts: number;
  /** Server time at the start of the call. */
  startedAt: number;
}

/** After this many empty calls, suggest to ask the user. */
const maxAttempts = 3;
const maxNamed = 3;
/** Senders and subjects are cut to this length to save tokens. */
const maxTextLength = 60;
/** Largest edit distance between an address and its mistyped form. */
const maxTypos = 3;

/**
 * Returns the `pending` result of a wait that timed out: the messages that did not match, why, and the next step. `inspected`:
 * the ids of those that passed the filters, but have no code or link.
 */
export async function toPending(error: WaitTimeoutError, emptyWait: EmptyWait, call: ToolCall): Promise<ToolResult> {
  const { wait, inspected, startedAt } = emptyWait;
  const newestFirst = [...error.nearMisses].reverse();
  const filtered = newestFirst.filter(({ id }) => !inspected.has(id));
  // Keep the cursor before filtered messages, so that a call without the filter still sees them.
  const cursor = filtered.length > 0 ? wait.after : error.cursor;
  const mayBeMistyped = newestFirst.length === 0 && wait.channel === "email";
  const rejected = mayBeMistyped ? await similarRejected(wait.name, startedAt, call) : [];
  const shownMisses = newestFirst.slice(0, maxNamed).map((miss) => ({
    messageId: miss.id,
    from: cleanLine(miss.sender, maxTextLength),
    ...(miss.subject === undefined ? {} : { subject: cleanLine(miss.subject, maxTextLength) }),
    age: formatAge(call.serverNow() - Date.parse(miss.received_at)),
    why: explainMiss(miss, wait, { passedFilters: inspected.has(miss.id) }),
  }));
  const more = newestFirst.length - shownMisses.length;
  const untrustedFacts = {
    ...(shownMisses.length > 0 ? { notTaken: shownMisses } : {}),
    ...(more > 0 ? { more } : {}),
    ...(rejected.length > 0 ? { rejected } : {}),
  };
  return {
    facts: {
      status: "pending",
      ...(cursor === undefined ? {} : { cursor }),
      next: toNext(emptyWait, {
        withoutCode: newestFirst.find(({ id }) => inspected.has(id)),
        filtered: filtered.length,
        rejected,
      }),
      ...(error.missed > 0 ? { missed: error.missed } : {}),
      ...(Object.keys(untrustedFacts).length > 0 ? fenceFacts(untrustedFacts) : {}),
    },
  };
}

/** What arrived during the wait without matching. */
interface Received {
  /** The newest message without a code. */
  withoutCode: NearMiss | undefined;
  /** How many messages a filter kept out. */
  filtered: number;
  /** Similar addresses, to which mail was rejected. */
  rejected: string[];
}

/** Returns the sentence that tells the agent the next step after an empty wait, by what arrived meanwhile. */
function toNext(
  { wait: { tool, readTool, channel }, attempts }: EmptyWait,
  { withoutCode, filtered, rejected }: Received,
): string {
  const retryHint = `${tool} again with after set to this cursor`;
  const kind = channel === "email" ? "A mail" : "An SMS message";
  if (withoutCode)
    return `${kind} arrived without a code: ${readTool} with messageId ${withoutCode.id}, or ${retryHint}.`;
  if (filtered > 0) return `What arrived did not match the filter; ${tool} without that filter takes it.`;
  if (rejected.length > 0)
    return `Mail to an unknown address was rejected: give the site the right one, then ${retryHint}.`;
  if (attempts >= maxAttempts) return `Ask the user whether the message was sent; then ${retryHint}.`;
  return `Call ${retryHint}.`;
}

/**
 * Returns in a few words why a message was not the result. The SDK's sentence `why` tells which filter it failed, unless it
 * passed them all and has no code. One filter is always set: the wait takes no SMS that its phone received over ten minutes ago.
 */
function explainMiss({ why }: NearMiss, { from }: CodeWait, { passedFilters }: { passedFilters: boolean }): string {
  if (passedFilters) return "contains no code or link";
  if (why.startsWith("its sender is not authenticated")) return "sender not authenticated";
  if (why.startsWith("it was received")) return "too old when it arrived";
  const isFromOther = from !== undefined && why.startsWith("the sender");
  // The filters that remain are `from`, for mail, and `phone`, for SMS.
  return isFromOther ? "left out by from" : "came on another number";
}

/**
 * Returns rejected recipients that are spelled like this address, probably typos, as far back as a wait looks. They are a hint
 * only, so a key without permission gets none.
 */
async function similarRejected(address: string, startedAt: number, { frontdesk, signal }: ToolCall): Promise<string[]> {
  const since = startedAt - defaultLookbackMs;
  const { data } = await frontdesk.client
    .GET("/svc-api/mailbox/rejected", { signal })
    .catch(() => ({ data: undefined }));
  const similar = data?.rejected.filter(({ recipient, at }) => {
    const isRecent = Date.parse(at) >= since;
    return isRecent && editDistance(recipient.toLowerCase(), address.toLowerCase()) <= maxTypos;
  });
  return [...new Set(similar?.map(({ recipient }) => cleanLine(recipient, 60)))].slice(0, maxNamed);
}
