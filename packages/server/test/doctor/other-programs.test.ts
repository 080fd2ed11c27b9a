import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkPorts, readSmtpGreeting } from "../../src/doctor/ports.ts";
import { parseOptions } from "../../src/options/options.ts";

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test.each([
  [{ name: "frontdesk" }, "ok"],
  [{ name: "another" }, "fail"],
  ["frontdesk", "fail"],
  [null, "fail"],
])("a used HTTP port on which the version reads %j: %s", async (body, status) => {
  const port = await portOf(createHttp((_request, response) => response.end(JSON.stringify(body))));
  const [http] = await checkPorts(parseOptions({ host: "127.0.0.1", port, smtpPort: 0 }));
  expect(http?.status).toBe(status);
});

test.each([
  ["220 mail.acme.org ESMTP\r\n", "220 mail.acme.org ESMTP"],
  ["220-mail.acme.org\r\n220 welcome\r\n", "220-mail.acme.org"],
  ["250 ok\r\n", null],
  ["200 OK\r\n", null],
  ["SSH-2.0-server\r\n", null],
])("%j is an SMTP greeting only with 220", async (text, greeting) => {
  const port = await portOf(createServer((socket) => void socket.on("error", () => {}).write(text)));
  expect(await readSmtpGreeting("127.0.0.1", port)).toBe(greeting);
});

test("reading a greeting leaves no connection", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {}).write("220 mail.acme.org\r\n");
    socket.resume();
  });
  await readSmtpGreeting("127.0.0.1", await portOf(server));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed), { timeout: 10_000 }).toEqual([true]);
});
