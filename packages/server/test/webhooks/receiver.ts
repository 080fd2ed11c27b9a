import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

/** What a receiver was sent, verified by its secret where that is set. */
export interface Received {
  id: string;
  path: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A program that webhooks are sent to. `answer` may be changed while it runs. */
export async function startReceiver() {
  const receiver = {
    url: "",
    secret: "",
    received: [] as Received[],
    answer: (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(204).end(),
    /** Resolves when so many have come in all. */
    async count(wanted: number): Promise<Received[]> {
      while (receiver.received.length < wanted) await once(http, "webhook");
      return receiver.received;
    },
    stop: () => {
      http.closeAllConnections();
      http.close();
    },
  };
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = request.headers as Record<string, string>; // Those that the signature is made of stand once.
    // Throws for a signature that is wrong.
    const { type, timestamp, data } = new Webhook(receiver.secret).verify(body, headers) as Received;
    receiver.received.push({ id: headers["webhook-id"] ?? "", path: request.url ?? "", type, timestamp, data });
    receiver.answer(request, response);
    http.emit("webhook");
  }).listen(0, "127.0.0.1");
  onTestFinished(receiver.stop);
  await once(http, "listening");
  receiver.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`;
  return receiver;
}
