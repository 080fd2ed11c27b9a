import type { Scope } from "@frontdesk/contract";
import { onTestFinished } from "vitest";
import { openDesk } from "../api/harness.ts";
import { cases, type ProviderCase } from "./cases.ts";

export type ProviderName = keyof typeof cases;

/** The recipient of each channel, of which the server under test has an inbox. */
export const recipients = { mail: "signup@desk.example.com", sms: "+15550100001" } as const;
/** Recipients that are well formed and nobody's. */
export const strangers = { mail: "nobody@desk.example.com", sms: "+15550199999" } as const;

/** A server with a mailbox and an SMS inbox, and calls to one provider's send route. */
export async function openBed(name: ProviderName, options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const smsInbox = (await desk.call("POST", "sms/register", { body: { phone: "5550100001" } })).body.sms_token;
  const { channel, ...provider } = cases[name];
  const scope: Scope = `${channel}:push`;
  const { agent_token } = (await desk.call("POST", "agent-tokens/create", { body: { name: "app", scopes: scope } }))
    .body;

  /** Sends a request below the provider's path. */
  const post = async (
    body: string | Uint8Array<ArrayBuffer> | ReadableStream,
    {
      key = agent_token.token as string | null,
      path = provider.path,
      method = "POST",
      headers = {} as Record<string, string>,
    } = {},
  ) => {
    const response = await desk.server.fetch(
      new Request(`http://desk.test/as/${name}${path}`, {
        method,
        headers: {
          "content-type": provider.contentType,
          ...(key === null ? {} : provider.toCredential(key)),
          ...headers,
        },
        ...(method === "GET" ? {} : { body, duplex: "half" }),
      } as RequestInit),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const parsed = isJson ? JSON.parse(text) : text;
    return { status: response.status, body: text === "" ? null : parsed, headers: response.headers };
  };
  const send = (to: string, text = "369385 is your code.", more: Parameters<typeof post>[1] = {}) =>
    post(provider.toBody({ to, text }), more);
  /** Messages of the inbox of the provider's channel, newest first. */
  const received = async () => {
    const [path, token] = channel === "mail" ? ["mail", mailbox.token] : ["sms", smsInbox.token];
    const { body } = await desk.call("GET", `${path}/recent?full=true`, { token });
    return (body.emails ?? body.messages) as {
      subject?: string;
      sender: string;
      recipient?: string;
      body: string;
      codes: { value: string }[];
    }[];
  };
  return {
    desk,
    post,
    send,
    received,
    channel,
    provider: provider as ProviderCase,
    mailbox,
    smsInbox,
    key: agent_token.token as string,
  };
}
