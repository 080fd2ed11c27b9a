import { setImmediate as nextTurn } from "node:timers/promises";
import { toUSVString } from "node:util";
import type { Services } from "../context.ts";
import { composeMail, toEnvelopeSender } from "../smtp/compose.ts";
import type { Verification } from "../store/verifications.ts";
import { type ProviderAccess, requireChannel } from "./access.ts";
import { toWritten } from "./addresses.ts";
import type { OutgoingMail, OutgoingRawMail, ProviderOutlet } from "./outgoing.ts";
import { ProviderError } from "./provider-error.ts";
import { createSmsSender } from "./sms-sender.ts";

/** Bytes that the mail parser gets at once, as from a socket. */
const chunkBytes = 64 * 1024;
/** Bytes that are parsed before other requests have a turn. */
const bytesPerTurn = 256 * 1024;

/** The provider of a request. */
interface ProviderNames {
  /** Name in its path, which the message keeps. */
  name: string;
  /** Name in the log. */
  title: string;
}

/** Creates the function that creates the outlet of a request. */
export function createOutlets(services: Services) {
  const smsSender = createSmsSender(services);
  return (access: ProviderAccess, provider: ProviderNames) => createOutlet(services, smsSender, access, provider);
}

function createOutlet(
  { intake, clock, options, verifications }: Services,
  smsSender: ReturnType<typeof createSmsSender>,
  access: ProviderAccess,
  { name: via, title }: ProviderNames,
): ProviderOutlet {
  const client = `through ${title}'s API`;

  /** Stores a mail in the account's mailboxes among the recipients. The others are listed as rejected. */
  async function sendRawMail({ sender, recipients, raw }: OutgoingRawMail): Promise<void> {
    requireChannel(access, "mail");
    const { destinations } = await intake.resolveOwned([...new Set(recipients)], access.account, client);
    const parser = intake.parsing.createParser({ sender }, [`account ${access.account}`]);
    let size = 0;
    for await (const chunk of toSmallChunks(raw)) {
      size += chunk.byteLength;
      if (size > options.smtpMaxSize)
        throw new ProviderError("too_large", `The mail has more than ${options.smtpMaxSize} bytes (--smtp-max-size).`);
      if (destinations.length > 0) parser.write(chunk);
    }
    if (destinations.length > 0) await intake.store(destinations, { ...(await parser.end()), via });
  }

  async function sendMail(mail: OutgoingMail): Promise<void> {
    const { from, to, cc = [], bcc = [], replyTo = [], ...content } = mail;
    const recipients = [...to, ...cc, ...bcc].map(({ email }) => toUSVString(email));
    const sender = toEnvelopeSender(toWritten(from));
    await sendRawMail({ sender, recipients, raw: compose() });

    /** Composes the mail when the parser asks for it. */
    async function* compose(): AsyncGenerator<Uint8Array, void, undefined> {
      yield composeMail({
        ...withoutUndefined(content),
        from: toWritten(from),
        to: to.map(toWritten),
        cc: cc.map(toWritten),
        replyTo: replyTo.map(toWritten),
      });
    }
  }

  /** An SMS key has verifications of its own: it stands for one inbox, not for the account. */
  const toOwnService = (service: string) => (access.smsInboxId === null ? service : `${service} ${access.smsInboxId}`);

  return {
    sendMail,
    sendRawMail,
    sendSms: (message) => smsSender.send(message, access, { via, client }),
    async startVerification(start) {
      requireChannel(access, toProviderChannel(start.channel));
      return verifications.start(access.account, { ...start, service: toOwnService(start.service) });
    },
    checkVerification: (check) =>
      verifications.check(access.account, {
        ...check,
        service: toOwnService(check.service),
        isVisible: ({ channel }) => access.findRefusal(toProviderChannel(channel)) === null,
      }),
    now: clock.now,
  };
}

const toProviderChannel = (channel: Verification["channel"]) => (channel === "email" ? "mail" : "sms");

/** Yields the bytes in small chunks, and lets other requests have turns of the event loop in between. */
async function* toSmallChunks(raw: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let sinceTurn = 0;
  for await (const chunk of raw) {
    for (let start = 0; start < chunk.byteLength; start += chunkBytes) {
      const small = chunk.subarray(start, start + chunkBytes);
      yield small;
      sinceTurn += small.byteLength;
      if (sinceTurn < bytesPerTurn) continue;
      sinceTurn = 0;
      await nextTurn();
    }
  }
}

/** Returns the fields that are set. */
function withoutUndefined({ text, html, ...fields }: Omit<OutgoingMail, "from" | "to" | "cc" | "bcc" | "replyTo">) {
  return { ...fields, ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
}
