import { conform } from "@frontdesk/contract/conform";
import { createFrontdesk, type Frontdesk } from "@frontdesk/sdk";
import { type OpenServer, openServer } from "../../../server/src/server.ts";

export const baseUrl = "http://desk.test";
export const agentKey = "svcagt_TestTestTestTestTestTest1234";

export interface Desk {
  server: OpenServer;
  frontdesk: Frontdesk;
  fetch: (request: Request) => Promise<Response>;
  /** Puts a mail into a mailbox as the SMTP listener does. */
  mail(name: string, mail: { subject?: string; sender?: string; body?: string }, to?: string): Promise<void>;
}

/** The real server in process; the SDK's fetch goes straight to it and every answer is held to openapi.yaml. */
export async function openDesk(
  wrap: (fetch: Desk["fetch"]) => Desk["fetch"] = (fetch) => fetch,
  parts: Pick<NonNullable<Parameters<typeof openServer>[0]>, "clock" | "catchAll"> = {},
): Promise<Desk> {
  const server = await openServer({ storage: "memory:", bootstrapKey: agentKey, smtp: false, ...parts });
  const fetch = wrap(conform(server.fetch));
  return {
    server,
    frontdesk: createFrontdesk({ baseUrl, key: agentKey, fetch }),
    fetch,
    async mail(name, { subject = "Hello", sender = "Shop <shop@shop.test>", body = "Nothing here." }, to) {
      const id = await server.services.mailboxes.findByName(name);
      if (!id) throw new Error(`There is no mailbox ${name}`);
      await server.services.mail.receive([{ id, recipient: to ?? `${name}@desk.example.com` }], {
        subject,
        sender,
        body,
      });
    },
  };
}

/** A server without the waiting extension: it knows neither `after` nor `wait`, and gives no cursor. */
export function withoutExtension(fetch: Desk["fetch"]): Desk["fetch"] {
  return async (request) => {
    const url = new URL(request.url);
    url.searchParams.delete("after");
    url.searchParams.delete("lookback");
    url.searchParams.delete("wait");
    url.searchParams.delete("to");
    url.searchParams.delete("full");
    const response = await fetch(new Request(url, request));
    if (!url.pathname.endsWith("/recent") || !response.ok) return response;
    const { cursor: _cursor, ...body } = (await response.json()) as Record<string, unknown>;
    return Response.json(body);
  };
}
