/** The processes of the tunnel bench: `app`, `edge` and `agent`. Each prints its port once it is ready. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../packages/server/src/edge/attach.ts";
import { createEdge } from "../packages/server/src/edge/edge.ts";
import { openTunnel } from "../packages/tunnel/src/index.ts";

const [, , part, ...options] = process.argv;
const SUBDOMAIN = { id: "1", domain: "demo.tunnel.localhost", tokenHash: "1" };

process.once("SIGTERM", () => process.exit());
if (part === "app") startApp();
else if (part === "edge") startEdge();
else await startAgent(Number(options[0]), Number(options[1]));

function startApp(): void {
  const piece = Buffer.alloc(65_536, "d");
  const app = http.createServer((request, response) => {
    if (request.url?.startsWith("/bulk")) {
      let left = Number(request.url.split("?")[1]);
      response.writeHead(200, { "content-length": left });
      const fill = () => {
        while (left > 0) {
          const bytes = left < piece.length ? piece.subarray(0, left) : piece;
          left -= bytes.length;
          if (!response.write(bytes)) return;
        }
        response.end();
      };
      response.on("drain", fill);
      fill();
    } else if (request.url === "/sink") {
      let size = 0;
      request.on("data", (bytes) => {
        size += bytes.length;
      });
      request.on("end", () => response.end(String(size)));
    } else response.writeHead(200, { "content-length": 13 }).end("Hello, world!");
  });
  app.listen(0, "127.0.0.1", () => console.log((app.address() as AddressInfo).port));
}

function startEdge(): void {
  const server = http.createServer(EDGE_SERVER_OPTIONS);
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost",
    reserved: [],
    bus: { publish: async () => {}, subscribe: () => () => {}, onGap: () => () => {}, close: async () => {} },
    findByToken: async () => SUBDOMAIN,
    findByDomain: async () => SUBDOMAIN,
    log: { info() {}, warn() {} },
  });
  attachEdge(server, edge, (_request, response) => void response.end());
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
}

async function startAgent(edgePort: number, appPort: number): Promise<void> {
  await openTunnel({ token: "svc_bench", port: appPort, host: "127.0.0.1", server: `http://127.0.0.1:${edgePort}` });
  console.log(0);
}
