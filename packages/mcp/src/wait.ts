import { FrontdeskError, WaitTimeoutError } from "@frontdesk/sdk";
import { extractCode, extractLink } from "@frontdesk/sdk/codes/all";
import { cleanLine } from "./clean.ts";
import { ToolFailure } from "./failure.ts";
import type { Call, Outcome } from "./tool.ts";

/** What a wait needs of a mail or a text. */
interface Message {
  id: string;
  sender: string;
  subject?: string;
  body: string;
}
interface WaitOptions {
  timeout: number;
  signal: AbortSignal;
  after: string;
  match: (message: Message) => boolean;
  from?: string;
  phone?: string;
}
/** A mailbox or an SMS inbox, as far as waiting goes. */
export interface Inbox {
  mark(options: { signal: AbortSignal }): Promise<string>;
  waitForMessage(options: WaitOptions): Promise<Message>;
}

export interface Wait {
  inbox: Inbox;
  inboxId: string;
  /** Named in progress and errors. */
  name: string;
  channel: "email" | "sms";
  /** The tool itself, to be called again; and the one that reads messages without a code. */
  tool: string;
  lister: string;
  since: string | undefined;
  seconds: number;
  /** Links the found mail. */
  mailbox?: string;
  from?: string | undefined;
  phone?: string | undefined;
}

const progressEvery = 5_000;
/** Rounds without a message after which waiting longer is unlikely to help. */
const patience = 3;

/** Waits for a code or link no longer than a client lets one call take, and says where to go on. */
export async function waitBounded(wait: Wait, call: Call): Promise<Outcome> {
  const { inbox, inboxId, seconds } = wait;
  const { marks } = call.state;
  const started = performance.now();
  const left = () => Math.max(0, seconds * 1000 - (performance.now() - started));
  const stopProgress = reportProgress(wait, call);
  try {
    const after = wait.since ?? marks.start(inboxId) ?? (await inbox.mark({ signal: call.signal }));
    const options = {
      signal: call.signal,
      match: (message: Message) => holds(message, wait.channel),
      ...(wait.from === undefined ? {} : { from: wait.from }),
      ...(wait.phone === undefined ? {} : { phone: wait.phone }),
    };
    let message = await inbox.waitForMessage({ ...options, after, timeout: left() });
    // Of several that arrived together the newest counts: the site has usually voided the older codes.
    for (;;) {
      const newer = await inbox.waitForMessage({ ...options, after: message.id, timeout: 0 }).catch(noneYet);
      if (!newer) break;
      message = newer;
    }
    marks.found(inboxId);
    return toFound(message, wait);
  } catch (error) {
    if (error instanceof WaitTimeoutError) return toPending(wait, error, call);
    if (error instanceof FrontdeskError && error.status === 401)
      throw new ToolFailure("expired", `While waiting, ${wait.name} was deleted, or its key was renewed.`, {
        tool: wait.lister,
      });
    if (error instanceof FrontdeskError && error.status === 400 && wait.since !== undefined)
      throw new ToolFailure("bad_argument", `The argument \`since\` is no marker of ${wait.name}.`, {
        tool: wait.tool,
        hint: "without since, or with that of an earlier answer",
      });
    throw error;
  } finally {
    stopProgress();
  }
}

function noneYet(error: unknown): null {
  if (error instanceof WaitTimeoutError) return null;
  throw error;
}

function holds({ body, subject, sender }: Message, channel: Wait["channel"]): boolean {
  const options = { channel, sender, ...(subject === undefined ? {} : { subject }) };
  return extractCode(body, options) !== null || (channel === "email" && extractLink(body, options) !== null);
}

function toFound({ id, body, subject, sender }: Message, { channel, mailbox }: Wait): Outcome {
  const options = { channel, sender, ...(subject === undefined ? {} : { subject }) };
  const code = extractCode(body, options);
  const link = extractLink(body, options);
  return {
    facts: {
      status: "found",
      ...(code === null ? {} : { code }),
      ...(link === null ? {} : { link }),
      from: cleanLine(sender),
      messageId: id,
      since: id,
    },
    ...(mailbox === undefined ? {} : { mail: { mailbox, messageId: id } }),
  };
}

function toPending(
  { inboxId, tool, channel }: Wait,
  { cursor, nearMisses }: WaitTimeoutError,
  { state }: Call,
): Outcome {
  const since = cursor ?? "";
  const rounds = state.marks.pending(inboxId, since);
  const last = nearMisses.at(-1);
  const next =
    last && channel === "email"
      ? `A mail came without a code: mail_read with messageId ${last.id}, or ${tool} again with this since.`
      : rounds >= patience
        ? `Ask the user whether the message was sent; then ${tool} with this since.`
        : `Call ${tool} again with this since.`;
  return { facts: { status: "pending", since, next } };
}

function reportProgress({ name, channel, seconds }: Wait, { progress }: Call): () => void {
  let done = 0;
  const timer = setInterval(() => {
    done += progressEvery / 1000;
    if (done < seconds)
      progress(
        done,
        seconds,
        `Waiting for ${channel === "email" ? `mail to ${name}` : "a text"}, ${done} of ${seconds} s`,
      );
  }, progressEvery);
  return () => clearInterval(timer);
}
