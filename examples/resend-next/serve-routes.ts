// Serves the routes below app/ as Next does: each exported function handles the requests of its method.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as signUp from "./app/api/sign-up/route.ts";

type Method = keyof typeof signUp;
const routes: Record<string, typeof signUp> = { "/api/sign-up": signUp };

const server = createServer(async (incoming, outgoing) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "", url = "" } = incoming;
  const handle = routes[url]?.[method as Method];
  const request = new Request(`http://localhost${url}`, { method, body: Buffer.concat(chunks) });
  const response = (await handle?.(request)) ?? new Response(null, { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}).listen(0, "127.0.0.1", () => console.log(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
