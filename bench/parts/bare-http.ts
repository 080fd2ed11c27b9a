// h3 that says hello in JSON, served by the same Node handler as Frontdesk's API.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";

const app = new H3().get("/hello", () => ({ hello: "world" }));
const server = createServer(toNodeHandler(app));
// A TCP listener has no other form of address.
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => console.log((server.address() as AddressInfo).port));
