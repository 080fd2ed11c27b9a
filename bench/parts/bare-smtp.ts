// smtp-server that throws the mail away, and greets at once by the very class that Frontdesk uses.
import type { AddressInfo } from "node:net";
import { ImmediateGreetingServer } from "../../packages/server/src/smtp/immediate-greeting-server.ts";

const server = new ImmediateGreetingServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    stream.on("end", () => callback());
    stream.resume();
  },
});
server.on("error", () => {});
const listener = server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 });
// A TCP listener has no other form of address.
listener.once("listening", () => console.log((listener.address() as AddressInfo).port));
