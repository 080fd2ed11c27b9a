import type { ErrorCode, Schemas } from "@frontdesk/contract";
import type { Fetch } from "@frontdesk/sdk";
import { extractCodes } from "@frontdesk/sdk/codes/all";
import { linksInText } from "@frontdesk/visible";
import { createShelf } from "./shelf.ts";

/** A mail to put into the stand-in's mailbox. */
export interface TestMail {
  body: string;
  /** @default "Hello" */
  subject?: string;
  /** @default "Shop <hello@shop.test>" */
  sender?: string;
  /** @default "test@desk.example.com" */
  recipient?: string;
}

/** A text to put into the stand-in's SMS inbox. */
export interface TestSms {
  body: string;
  /** @default "SHOP" */
  sender?: string;
  /** The number it arrives on, digits only. @default "5550100000" */
  phone?: string;
}

interface Refusal {
  status: number;
  code: ErrorCode;
  error?: string;
}

/** One mailbox and one SMS inbox without a server behind them, open to any key. */
export interface TestDesk {
  /**
   * Answers reads and waits as the API does. Give it to `openMailbox` or `openSmsInbox`, or to what mocks requests:
   * `http.all("http://desk.test/*", ({ request }) => desk.fetch(request))`.
   */
  fetch: Fetch;
  mail(mail: TestMail): void;
  sms(sms: TestSms): void;
  /** Answers every request with this error until it is called with `null`. */
  refuse(refusal: Refusal | null): void;
}

/**
 * Stands in for a Frontdesk in the tests of a program that waits for codes.
 *
 * @example
 * const desk = createTestDesk();
 * const mailbox = openMailbox({ baseUrl: "http://desk.test", token: "svcm_any", fetch: desk.fetch });
 * const { code } = await mailbox.expectCode(() => desk.mail({ body: "Your code is 482913." }));
 */
export function createTestDesk(): TestDesk {
  const mails = createShelf<Schemas["Email"]>({
    keep: 10,
    isTo: ({ recipient }, address) => recipient.toLowerCase() === address.toLowerCase(),
  });
  const texts = createShelf<Schemas["Sms"]>({ keep: 20 });
  let refusal: Refusal | null = null;

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [channel, operation, id] = pathname.replace(/^.*\/svc-api\//, "").split("/");
    if (refusal) return toError(refusal);
    if (!/^bearer \S/i.test(request.headers.get("authorization") ?? ""))
      return toError({ status: 401, code: "unauthenticated" });
    if (request.method === "GET" && channel === "mail" && operation === "recent") {
      const { messages, ...place } = await mails.read(searchParams, request.signal);
      return toAnswer({ emails: messages.map(toRow(searchParams)), ...toPlace(place) });
    }
    if (request.method === "GET" && channel === "sms" && operation === "recent") {
      const { messages, ...place } = await texts.read(searchParams, request.signal);
      const phones = toPhones(texts.all());
      const rows = messages.map(toRow(searchParams));
      return toAnswer({ messages: rows, phones, token_full: phones.length > 1, ...toPlace(place) });
    }
    const email = channel === "mail" && operation === "message" ? mails.find(id) : undefined;
    if (email) return toAnswer({ email });
    const message = channel === "sms" && operation === "message" ? texts.find(id) : undefined;
    if (message) return toAnswer({ message });
    return toError({ status: 404, code: "not_found", error: `The test desk has no ${request.method} ${pathname}.` });
  }

  return {
    fetch: answer,
    mail: ({ body, subject = "Hello", sender = "Shop <hello@shop.test>", recipient = "test@desk.example.com" }) =>
      mails.put({
        subject,
        sender,
        recipient,
        body,
        received_at: new Date().toISOString(),
        ...find(body, "email", subject),
      }),
    sms: ({ body, sender = "SHOP", phone = "5550100000" }) =>
      texts.put({
        sender,
        body,
        phone,
        phone_id: `phone${phone}`,
        received_at: new Date().toISOString(),
        ...find(body, "sms"),
      }),
    refuse(next) {
      refusal = next;
    },
  };
}

function find(body: string, channel: "email" | "sms", subject?: string): Pick<Schemas["Email"], "links" | "codes"> {
  const codes = extractCodes(body, { channel, subject, format: "text" }).filter(({ confidence }) => confidence >= 0.5);
  return {
    links: linksInText(body).map(({ url, text }) => ({ url, text })),
    codes: codes.map(({ value, shown, kind, confidence }) => ({ value, shown, kind, confidence })),
  };
}

/** With `full=true` a row is the whole message beside its summary. */
function toRow(query: URLSearchParams) {
  return <Message extends Schemas["Email"] | Schemas["Sms"]>(message: Message) =>
    query.get("full") === "true" ? { ...toSummary(message), ...message } : toSummary(message);
}

function toPlace({ cursor, more }: { cursor: string; more: boolean }) {
  return { cursor, ...(more ? { more } : {}) };
}

function toSummary<Message extends Schemas["Email"] | Schemas["Sms"]>({ body, links: _, codes: __, ...rest }: Message) {
  return { ...rest, snippet: [...body.replace(/\s+/g, " ").trim()].slice(0, 140).join("") };
}

function toPhones(texts: readonly Schemas["Sms"][]): Schemas["Phone"][] {
  return [...new Set(texts.map(({ phone }) => phone))].map((phone) => {
    const arrived = texts.filter((text) => text.phone === phone);
    return {
      id: `phone${phone}`,
      phone,
      message_count: arrived.length,
      last_received_at: arrived.at(-1)?.received_at ?? null,
    };
  });
}

function toAnswer(body: object): Response {
  return Response.json({ success: true, ...body });
}

function toError({ status, code, error = `Refused with ${code}.` }: Refusal): Response {
  const headers = {
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 429 ? { "retry-after": "1" } : {}),
  };
  return Response.json({ error, code }, { status, headers });
}
