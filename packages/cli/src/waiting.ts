import { type Terminal, UsageError } from "@frontdesk/basics/command-line";

/** An inbox in which a command waits; a mailbox or an SMS inbox. */
interface WaitingInbox<Options> {
  waitForCode(options: Options): Promise<{ code: string; message: object }>;
  waitForLink(options: Options): Promise<{ link: string; message: object }>;
}

interface WaitRequest<Options> {
  openInbox(): Promise<WaitingInbox<Options>>;
  options: Options;
  flags: { link?: true | undefined; json?: true | undefined };
}

/** Waits for a code, or with `--link` for a link, and prints only that. @throws WaitTimeoutError */
export async function printFirstFound<Options>(terminal: Terminal, request: WaitRequest<Options>): Promise<void> {
  const { openInbox, options, flags } = request;
  const inbox = await openInbox();
  if (flags.link) {
    const { link, message } = await inbox.waitForLink(options);
    return terminal.out(flags.json ? JSON.stringify({ link, message }) : link);
  }
  const { code, message } = await inbox.waitForCode(options);
  terminal.out(flags.json ? JSON.stringify({ code, message }) : code);
}

/** Parses a number of seconds. Returns milliseconds. @throws UsageError */
export function parseTimeout(seconds: string): number {
  // `Number` returns 0 for blank text, and NaN for other text.
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs >= 0) || seconds.trim() === "")
    throw new UsageError("--timeout must be a number of seconds, such as 60.");
  return timeoutMs;
}
