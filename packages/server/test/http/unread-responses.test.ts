import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deliver, openDesk } from "../api/harness.ts";

const MEBIBYTE = 1024 * 1024;

test("a client that requests long responses and reads none of them is disconnected", async () => {
  const desk = await openDesk({ port: 0 });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  for (let count = 0; count < 2; count++) await deliver(desk, "signup", { body: "x".repeat(1.9 * MEBIBYTE) });
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname).pause();
  client.on("error", () => {});
  onTestFinished(() => void client.destroy());
  // More than the server buffers for all clients together.
  const request = `GET /svc-api/mail/recent?full=true HTTP/1.1\r\nHost: desk.test\r\nAuthorization: Bearer ${mailbox.token}\r\n\r\n`;
  client.write(request.repeat(40));
  // A client that reads nothing learns only by writing that its connection is gone. An empty line is no request.
  await expect
    .poll(() => {
      client.write("\r\n");
      return client.destroyed;
    })
    .toBe(true);
});
