import { formatAge } from "@frontdesk/basics";
import { FrontdeskError, WaitTimeoutError } from "@frontdesk/sdk";
import type { Call, Outcome } from "../calls/tool.ts";
import { cleanLine } from "../text/clean.ts";
import { ToolFailure } from "../text/failure.ts";
import { fenced } from "../text/fence.ts";
import { hostOf, linkOf } from "../text/links.ts";
import { type Message, reachBack, type Wait } from "./inbox.ts";
import { toPending } from "./pending.ts";

const progressEvery = 5_000;
/**
 * Age in ms from which a message gets a note that it came before the call. The server's clock is known to half a second, so
 * this notes everything older than 1.5 s, and nothing that came less than 0.5 s before.
 */
const shortestAge = 1_000;

/** Waits for a code or link no longer than a client lets one call take, and says where to go on. */
export async function waitBounded(wait: Wait, call: Call): Promise<Outcome> {
  const { inbox, inboxId, channel } = wait;
  const { marks } = call.state;
  const started = performance.now();
  const seconds = Math.min(wait.seconds, call.state.longestWait);
  const begun = () => call.serverNow() - (performance.now() - started);
  const stopProgress = reportProgress(wait, seconds, call);
  const looked = new Set<string>();
  const options = {
    signal: call.signal,
    match(message: Message) {
      looked.add(message.id);
      return codeOf(message) !== undefined || linkOf(message, channel) !== null;
    },
    ...(wait.from === undefined ? {} : { from: wait.from }),
    ...(wait.phone === undefined ? {} : { phone: wait.phone }),
    ...(wait.to === undefined ? {} : { to: wait.to }),
  };
  const after = wait.after ?? marks.start(inboxId);
  try {
    const start = after === undefined ? { lookback: reachBack } : { after };
    const first = await inbox.waitForMessage({ ...options, ...start, timeout: seconds * 1000 });
    const found = [first, ...(await allBehind(first))];
    // Of several that are there the newest counts: the site has usually voided the older codes.
    const newest = found.at(-1) ?? first;
    marks.found(inboxId, newest.id);
    return toFound(newest, found.slice(0, -1), wait, begun());
  } catch (error) {
    if (error instanceof WaitTimeoutError)
      return toPending(error, { wait, looked, rounds: marks.pending(inboxId), begun: begun() }, call);
    if (error instanceof FrontdeskError && error.status === 401)
      throw new ToolFailure("expired", `While waiting, ${wait.name} was deleted, or its key was rotated.`, {
        tool: wait.lister,
      });
    if (error instanceof FrontdeskError && error.status === 400 && wait.after !== undefined)
      throw new ToolFailure(
        "bad_argument",
        `The argument \`after\` is not a cursor of ${wait.name}; each inbox has its own.`,
        { tool: wait.tool, hint: "without after, or with the cursor of an earlier result" },
      );
    throw error;
  } finally {
    stopProgress();
  }

  async function allBehind({ id }: Message): Promise<Message[]> {
    const next = await inbox.waitForMessage({ ...options, after: id, timeout: 0 }).catch(noneYet);
    return next === null ? [] : [next, ...(await allBehind(next))];
  }
}

function noneYet(error: unknown): null {
  if (error instanceof WaitTimeoutError) return null;
  throw error;
}

function codeOf({ codes }: Message): string | undefined {
  return codes.find(({ kind }) => kind === "one_time")?.value;
}

function toFound(message: Message, older: Message[], { channel, mailbox, tool }: Wait, begun: number): Outcome {
  const { id, sender, received_at } = message;
  const code = codeOf(message);
  const link = linkOf(message, channel);
  const at = Date.parse(received_at);
  const before = begun - at;
  return {
    facts: {
      status: "found",
      ...(code === undefined ? {} : { code }),
      messageId: id,
      cursor: id,
      ...(before < shortestAge
        ? {}
        : {
            note: `Arrived ${formatAge(before)} before this call. If the site rejects it, call ${tool} with after set to this cursor.`,
          }),
      ...(older.length === 0 ? {} : { older: older.map((each) => toOlder(each, at)).join("; ") }),
      ...fenced({ from: cleanLine(sender), ...(link === null ? {} : { link, linkHost: hostOf(link) }) }),
    },
    ...(mailbox === undefined ? {} : { mail: { mailbox, messageId: id } }),
  };
}

function toOlder(message: Message, at: number): string {
  return `${codeOf(message) ?? "a link"} (messageId ${message.id}), ${formatAge(at - Date.parse(message.received_at))} older`;
}

function reportProgress({ name, channel }: Wait, seconds: number, { progress }: Call): () => void {
  let done = 0;
  const timer = setInterval(() => {
    done += progressEvery / 1000;
    if (done < seconds)
      progress(
        done,
        seconds,
        `Waiting for ${channel === "email" ? `mail to ${name}` : "an SMS message"}, ${done} of ${seconds} s`,
      );
  }, progressEvery);
  return () => clearInterval(timer);
}
