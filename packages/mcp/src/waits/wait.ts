import { formatAge } from "@frontdesk/basics";
import { FrontdeskError, WaitTimeoutError } from "@frontdesk/sdk";
import type { ToolCall, ToolResult } from "../calls/tool.ts";
import { cleanLine } from "../text/clean.ts";
import { ToolFailure } from "../text/failure.ts";
import { fenceFacts } from "../text/fence.ts";
import { actionLinkOf, hostOf } from "../text/links.ts";
import { type CodeWait, defaultLookbackMs, type WaitMessage } from "./code-wait.ts";
import { toPending } from "./pending.ts";
import { reportProgress } from "./report-progress.ts";

/**
 * Messages older than this at the start of the call get a note: their code may be that of an earlier attempt. The server's clock is
 * known to half a second, so everything older than 1.5 s is noted, and nothing newer than 0.5 s.
 */
const minNotedAgeMs = 1_000;

/**
 * Waits for a code or link within the time that clients allow a call. Without a cursor, also takes a message of the last ten minutes. Of
 * several messages, returns the newest, because a new code usually invalidates older ones. Returns a cursor to continue from, and stores
 * that of the message it found, for the next wait.
 */
export async function waitForCode(wait: CodeWait, call: ToolCall): Promise<ToolResult> {
  const { inbox, inboxId, channel } = wait;
  const { cursors } = call.state;
  const startedMs = performance.now();
  const seconds = Math.min(wait.seconds, call.state.maxWaitSeconds);
  // A function, because the server's clock is known only after its first response.
  const serverTimeAtStart = () => call.serverNow() - (performance.now() - startedMs);
  const awaited = channel === "email" ? `mail to ${wait.name}` : "an SMS message";
  const stopProgress = reportProgress(awaited, seconds, call);
  /** Ids of the messages that passed the filters. A wait that times out reports these as ones without a code. */
  const inspected = new Set<string>();
  const options = {
    signal: call.signal,
    /** Called with each message that passed the filters; notes it for `toPending`. Returns whether it has a code or link to follow. */
    match(message: WaitMessage) {
      inspected.add(message.id);
      return codeOf(message) !== undefined || actionLinkOf(message, channel) !== null;
    },
    ...(wait.from === undefined ? {} : { from: wait.from }),
    ...(wait.phone === undefined ? {} : { phone: wait.phone }),
    ...(wait.to === undefined ? {} : { to: wait.to }),
    ...(wait.authenticated ? { authenticated: true } : {}),
  };
  const after = wait.after ?? cursors.get(inboxId);
  try {
    const start = after === undefined ? { lookback: defaultLookbackMs } : { after };
    const first = await inbox.waitForMessage({ ...options, ...start, timeout: seconds * 1000 });
    const matches = [first, ...(await readFollowing(first))];
    const newest = matches.at(-1) ?? first;
    cursors.set(inboxId, newest.id);
    return toFound(newest, matches.slice(0, -1), wait, serverTimeAtStart());
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw explainRejection(error, wait);
    const attempts = cursors.countEmpty(inboxId);
    return toPending(error, { wait, inspected, attempts, startedAt: serverTimeAtStart() }, call);
  } finally {
    stopProgress();
  }

  /** Returns all matching messages after the given one, without waiting for any that has not arrived yet. */
  async function readFollowing({ id }: WaitMessage): Promise<WaitMessage[]> {
    const next = await inbox.waitForMessage({ ...options, after: id, timeout: 0 }).catch(nullOnTimeout);
    return next === null ? [] : [next, ...(await readFollowing(next))];
  }
}

/** Converts the server's rejection of the key or the cursor to a failure that names the inbox. Returns other errors unchanged. */
function explainRejection(error: unknown, { name, tool, listTool, after }: CodeWait): unknown {
  if (!(error instanceof FrontdeskError)) return error;
  if (error.status === 401)
    return new ToolFailure("expired", `While waiting, ${name} was deleted, or its key was rotated.`, {
      tool: listTool,
    });
  if (error.status !== 400 || after === undefined) return error;
  return new ToolFailure("bad_argument", `The argument \`after\` is not a cursor of ${name}; each inbox has its own.`, {
    tool,
    hint: "without after, or with the cursor of an earlier result",
  });
}

function nullOnTimeout(error: unknown): null {
  if (error instanceof WaitTimeoutError) return null;
  throw error;
}

/** Returns the one-time code of a message, if it has one. */
function codeOf({ codes }: WaitMessage): string | undefined {
  return codes.find(({ kind }) => kind === "one_time")?.value;
}

/**
 * Returns the `found` result: code and link of the newest message, its id, which is also the cursor after it, and a line about the
 * older ones. `mail`, for mail alone, becomes a link with which the client can attach the whole mail.
 */
function toFound(
  message: WaitMessage,
  older: WaitMessage[],
  { channel, mailbox, tool }: CodeWait,
  startedAt: number,
): ToolResult {
  const { id, sender, received_at, authenticated } = message;
  const code = codeOf(message);
  const link = actionLinkOf(message, channel);
  const receivedAt = Date.parse(received_at);
  const ageAtCallMs = startedAt - receivedAt;
  const isNew = ageAtCallMs < minNotedAgeMs;
  return {
    facts: {
      status: "found",
      // Not fenced: a code is a single word, which cannot instruct the model.
      ...(code === undefined ? {} : { code }),
      messageId: id,
      cursor: id,
      ...(authenticated === undefined ? {} : { authenticated }),
      ...(isNew
        ? {}
        : {
            note: `Arrived ${formatAge(ageAtCallMs)} before this call. If the site rejects it, call ${tool} with after set to this cursor.`,
          }),
      ...(older.length === 0 ? {} : { older: older.map((each) => toOlder(each, receivedAt)).join("; ") }),
      ...fenceFacts({ from: cleanLine(sender), ...(link === null ? {} : { link, linkHost: hostOf(link) }) }),
    },
    ...(mailbox === undefined ? {} : { mail: { mailbox, messageId: id } }),
  };
}

/** Describes an older message, with its age relative to the newest. */
function toOlder(message: WaitMessage, newestReceivedAt: number): string {
  const age = formatAge(newestReceivedAt - Date.parse(message.received_at));
  // A message matches by a code or a link, so one without a code has a link.
  return `${codeOf(message) ?? "a link"} (messageId ${message.id}), ${age} older`;
}
