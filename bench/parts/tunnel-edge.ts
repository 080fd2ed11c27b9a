/** The edge on the given port, with one name that any token opens. Prints its port. */
import http from "node:http";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../../packages/tunnel/src/edge/attach.ts";
import { createEdge } from "../../packages/tunnel/src/edge/edge.ts";

const { port } = JSON.parse(process.argv[2] ?? "{}") as { port: number };
const subdomain = { id: "1", domain: "demo.tunnel.localhost", tokenHash: "1" };
const server = http.createServer(EDGE_SERVER_OPTIONS);
const edge = createEdge({
  tunnelDomain: "tunnel.localhost",
  baseDomain: "vip.localhost",
  publicUrl: "http://localhost",
  reserved: [],
  bus: { publish: async () => {}, subscribe: () => () => {}, onReconnect: () => () => {} },
  findByToken: async () => subdomain,
  findByDomain: async () => subdomain,
  log: { info() {}, warn() {} },
});
attachEdge(server, edge, (_request, response) => void response.end());
server.listen({ port, host: "127.0.0.1", backlog: 4096 }, () => console.log(port));
