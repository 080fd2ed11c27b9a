import { once } from "node:events";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { openTunnel, TunnelOptionsError } from "@frontdesk/tunnel";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { createTransport } from "nodemailer";
import { describe, expect, onTestFinished, test } from "vitest";
import { callAdmin } from "../../src/admin/admin-socket.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { createDesk } from "./desk.ts";

/** A program's own server: a page of its own, and Frontdesk's API below its prefix. */
async function startProgram(server: { fetch(request: Request): Promise<Response> }): Promise<HttpServer> {
  const api = toNodeHandler(new H3().mount("/", server));
  const program = createHttpServer((request, response) => {
    if (/^\/svc-(?:api|tunnel)\//.test(request.url ?? "")) return void api(request, response);
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => response.end(`own page ${body}`));
  });
  onTestFinished(() => {
    program.closeAllConnections();
    program.close();
  });
  return program;
}

const listen = async (program: HttpServer) => {
  await once(program.listen(0, "127.0.0.1"), "listening");
  return (program.address() as AddressInfo).port;
};

describe("a program that embeds the server", () => {
  test("has tunnels on its own HTTP server once attached, and keeps other requests", async () => {
    const { server, call } = await createDesk();
    const program = await startProgram(server);
    program.on("upgrade", (request, socket) => {
      if (request.url === "/own-socket") socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\nown");
    });
    server.attach(program);
    const port = await listen(program);
    const app = createHttpServer((request, response) => response.end(`app ${request.url}`));
    onTestFinished(() => void app.close());
    const { subdomain } = await call("POST", "subdomain/register", { name: "demo" });
    await using tunnel = await openTunnel({
      token: subdomain.token,
      port: await listen(app),
      baseUrl: `http://127.0.0.1:${port}`,
    });
    expect(tunnel.url).toBe(`http://demo.tunnel.localhost:${port}`);
    expect(await ask(port, "demo.tunnel.localhost", "/a")).toContain("app /a");
    expect(await ask(port, "localhost", "/")).toContain("own page");
    expect(await ask(port, "localhost", "/own-socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n")).toMatch(
      /101.*own/s,
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/svc-api/server/version`)).json()).toMatchObject({
      name: "frontdesk",
    });
    expect((await fetch(`http://127.0.0.1:${port}/svc-tunnel/control`)).status).toBe(426);
    expect(() => server.attach(program)).toThrow(/has a listener already/);
  });

  test("reads a body beside an upgrade offer that it ignores", async () => {
    const { server } = await createDesk();
    const program = await startProgram(server);
    const port = await listen(program);
    server.attach(program);
    const offer =
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: 4\r\n";
    expect(await ask(port, "localhost", "/", offer, "body", "POST")).toContain("own page body");
  });

  test("without an attached HTTP server, reports that to a tunnel client", async () => {
    const { server } = await createDesk();
    const port = await listen(await startProgram(server));
    const response = await fetch(`http://127.0.0.1:${port}/svc-tunnel/control`);
    expect([response.status, await response.json()]).toMatchObject([501, { code: "unavailable" }]);
    const opening = openTunnel({ token: "svc_any", port: 1, baseUrl: `http://127.0.0.1:${port}` });
    await expect(opening).rejects.toThrow(TunnelOptionsError);
    await expect(opening).rejects.toThrow(
      /does not support tunnels: it is embedded in a program that has not called attach/,
    );
  });

  test("may open the SMTP port as well", async () => {
    const { server, call } = await createDesk({ smtp: true, smtpPort: 0 });
    const program = await startProgram(server);
    server.attach(program);
    const port = await listen(program);
    const { url, smtp } = await server.listen();
    expect(url).toBe(`http://localhost:${port}`);
    await call("POST", "mailbox/register", { name: "signup" });
    const [host, smtpPort] = smtp!.split(":");
    const transport = createTransport({ host: host!, port: Number(smtpPort), ignoreTLS: true });
    onTestFinished(() => transport.close());
    await transport.sendMail({ from: "a@b.example", to: "signup@desk.example.com", text: "x" });
  });

  test("answers the admin commands on its storage, with or without a port", async () => {
    const { dir, remove } = temporaryFolder();
    const { server } = await createDesk({ storage: `lmdb:${dir}` });
    expect(await callAdmin(dir, { do: "account list" }, { timeoutMs: 5_000 })).toMatchObject({
      isRunning: true,
      response: { result: { accounts: [{ name: "default" }] } },
    });
    await server.close();
    remove();
  });

  test("disconnects tunnels when it is closed, and their visitors with an error page", async () => {
    const { server, call } = await createDesk();
    const program = await startProgram(server);
    server.attach(program);
    const port = await listen(program);
    const { subdomain } = await call("POST", "subdomain/register", { name: "demo" });
    await using tunnel = await openTunnel({
      token: subdomain.token,
      port: 1,
      baseUrl: `http://127.0.0.1:${port}`,
      drain: 0,
    });
    expect(tunnel.url).toContain("demo.tunnel.localhost");
    await server.close();
    expect(await ask(port, "demo.tunnel.localhost", "/a", "Accept: application/json\r\n")).toMatch(
      /^HTTP\/1\.1 50[23] .*"code"/s,
    );
    const dial = "Connection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nAuthorization: Bearer svc_any\r\n";
    expect(await ask(port, "localhost", "/svc-tunnel/control", dial)).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ask(port, "localhost", "/")).toContain("own page");
  });

  test("responds 503 after it was closed", async () => {
    const { server, call } = await createDesk();
    await server.close();
    expect(await call("GET", "account")).toMatchObject({
      status: 503,
      code: "unavailable",
      error: "This Frontdesk was closed.",
    });
    await expect(server.deliver({ to: "signup@desk.example.com", text: "x" })).rejects.toThrow(/closed/);
  });
});

/** One request on a connection of its own, as text. */
async function ask(port: number, host: string, path: string, more = "", body = "", method = "GET"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  const enough = new Promise<void>((resolve) => {
    socket.on("data", (bytes) => {
      answer += bytes;
      if (/own|app|"code"/.test(answer)) resolve();
    });
    socket.on("close", () => resolve());
  });
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n${body}`);
  await enough;
  socket.destroy();
  return answer;
}
