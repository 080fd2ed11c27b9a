import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { CreateServerOptions } from "../../src/index.ts";
import { openDesk } from "../api/harness.ts";

const email = JSON.stringify({
  from: "a@shop.example",
  to: "signup@desk.example.com",
  subject: "Code",
  text: "369385",
});
const head = "authorization: Bearer re_1\r\ncontent-type: application/json";

async function open(options: CreateServerOptions = {}) {
  const desk = await openDesk({ port: 0, providerPort: 0, drain: 200, ...options });
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const { providers, url } = await desk.server.listen();
  const port = Number(new URL(providers!).port);
  const count = async () => (await desk.call("GET", "mail/recent", { token: mailbox.token })).body.emails.length;
  return { desk, port, url, count };
}

/** Sends a request with this target and `Host`. */
function send(port: number, path: string, host: string, headers: Record<string, string> = {}) {
  return new Promise<number>((resolve, reject) => {
    const all = { host, authorization: "Bearer re_1", "content-type": "application/json", ...headers };
    const request = httpRequest({ port, host: "127.0.0.1", path, method: "POST", headers: all }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode!));
    });
    request.on("error", reject).end(email);
  });
}

/** Asks the provider port for a connection to this host. Resolves with the socket and the response's status. */
async function connectThrough(port: number, target: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [response] = await once(socket, "data");
  return { socket, status: String(response).split(" ")[1]! };
}

describe("the provider port", () => {
  test("serves a provider's host by Host and by the URL that a proxy gets", async () => {
    const { port, count } = await open();
    expect(await send(port, "/emails", "api.resend.com")).toBe(200);
    expect(await send(port, "/emails", "API.RESEND.COM:80")).toBe(200);
    expect(await send(port, "http://api.resend.com/emails", "api.resend.com")).toBe(200);
    expect(await count()).toBe(3);
  });

  test("serves a provider's host by CONNECT, with a certificate of its authority, as one connection of its client", async () => {
    const { port, url, count } = await open({ connectionsPerIp: 2 });
    const certificate = await fetch(`${url}/as/ca.pem`);
    expect(certificate.headers.get("cache-control")).toBe("no-store");
    const ca = await certificate.text();
    for (const servername of ["api.resend.com", "api.resend.com"]) {
      const { socket, status } = await connectThrough(port, `${servername}:443`);
      expect(status).toBe("200");
      const tls = connectTls({ socket, ca, servername });
      await once(tls, "secureConnect");
      expect(tls.authorized).toBe(true);
      tls.write(
        `POST /emails HTTP/1.1\r\nhost: ${servername}\r\n${head}\r\ncontent-length: ${email.length}\r\n\r\n${email}`,
      );
      expect(String((await once(tls, "data"))[0])).toMatch(/^HTTP\/1.1 200 /);
    }
    expect(await count()).toBe(2);
  });

  test("rejects a CONNECT to another host with a whole response that says why, and closes", async () => {
    const { port } = await open();
    const request = httpRequest({ port, host: "127.0.0.1", method: "CONNECT", path: "example.com:443" });
    request.end();
    const [response, socket, head] = await once(request, "connect");
    const chunks: Buffer[] = [head];
    for await (const chunk of socket) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    expect([response.statusCode, response.headers["content-length"]]).toEqual([403, String(body.length)]);
    expect(JSON.parse(String(body))).toMatchObject({ code: "not_found", error: expect.stringContaining("provider") });
  });

  test("limits the time of a handshake, not of what follows", async () => {
    const setTimeout = vi.spyOn(TLSSocket.prototype, "setTimeout");
    onTestFinished(() => setTimeout.mockRestore());
    const { port, url } = await open();
    const ca = await (await fetch(`${url}/as/ca.pem`)).text();
    const { socket } = await connectThrough(port, "api.resend.com:443");
    await once(connectTls({ socket, ca, servername: "api.resend.com" }), "secureConnect");
    await expect.poll(() => setTimeout.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([10_000, 0]);
  });

  test("keeps its authority over a restart, and does not sign for other hosts", async () => {
    const { desk, port, url } = await open();
    const ca = await (await fetch(`${url}/as/ca.pem`)).text();
    const stored = await desk.server.services.facts.providerCertificate;
    expect(ca).toBe(stored);
    const { socket } = await connectThrough(port, "api.resend.com:443");
    const tls = connectTls({ socket, ca, servername: "bank.example" });
    const [error] = await once(tls, "error");
    expect(error.code).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test.each(["bank.example", "localhost", "api.resend.com.evil.example", "127.0.0.1", ""])(
    "is no proxy and no API for the host %j",
    async (host) => {
      const { port, count } = await open();
      if (host !== "") expect(await send(port, "/emails", host)).toBe(421);
      expect((await connectThrough(port, `${host}:443`)).status).toMatch(/^4/);
      expect(await send(port, `http://${host || "x.example"}/emails`, "api.resend.com")).toBe(421);
      expect(await count()).toBe(0);
    },
  );

  test("closes the connection of a request that it rejects, because the body is not read", async () => {
    const { port } = await open();
    const request = httpRequest({ port, host: "127.0.0.1", path: "/", method: "POST", headers: { host: "x.example" } });
    const [response] = await once(request.end("body"), "response");
    expect([response.statusCode, response.headers.connection]).toEqual([421, "close"]);
  });

  test("reads what a client sends together with its CONNECT", async () => {
    const { port } = await open();
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    // No handshake, which ends the connection at once, and not by the time limit of a handshake.
    socket.write("CONNECT api.resend.com:443 HTTP/1.1\r\nHost: api.resend.com\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    await once(socket.resume(), "close");
  }, 8_000);

  test("is not opened in the earlier edition of the API, which has no send routes", async () => {
    const desk = await openDesk({ port: 0, providerPort: 0, edition: "earlier" });
    onTestFinished(() => desk.server.close());
    expect((await desk.server.listen()).providers).toBeNull();
  });

  test("reaches nothing but the provider's routes", async () => {
    const { port } = await open();
    for (const path of ["/../../svc-api/server/version", "/%2e%2e/%2e%2e/svc-api/server/version", "//x/emails"])
      expect(await send(port, path, "api.resend.com")).toBe(501);
  });

  test("needs a key from web pages and proxies, and if the port is open to others", async () => {
    const { port, count } = await open();
    for (const headers of [{ origin: "https://evil.example" }, { via: "1.1 proxy" }, { "sec-fetch-site": "none" }])
      expect(await send(port, "/emails", "api.resend.com", headers as Record<string, string>)).toBe(401);
    const wide = await open({ providerHost: "0.0.0.0" });
    expect(await send(wide.port, "/emails", "api.resend.com")).toBe(401);
    const apiIsWide = await open({ host: "0.0.0.0" });
    expect(await send(apiIsWide.port, "/emails", "api.resend.com")).toBe(401);
    expect([await count(), await wide.count(), await apiIsWide.count()]).toEqual([0, 0, 0]);
  });

  test("closes a connection after the response to the request that runs when the server stops", async () => {
    const { desk, port } = await open({ drain: 60_000 });
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const length = `content-length: ${email.length}\r\nexpect: 100-continue`;
    socket.write(`POST /emails HTTP/1.1\r\nhost: api.resend.com\r\n${head}\r\n${length}\r\n\r\n`);
    expect(`${await once(socket, "data")}`).toMatch(/^HTTP\/1.1 100 /);
    const closed = desk.server.close();
    socket.write(email);
    expect(`${await once(socket, "data")}`).toMatch(/^connection: close\r$/im);
    await closed;
  });

  test("closes with the server, although a handshake and a request have begun", async () => {
    const { desk, port } = await open();
    const { socket } = await connectThrough(port, "api.resend.com:443");
    const half = connect(port, "127.0.0.1").on("error", () => {});
    await once(half.resume(), "connect");
    half.write("POST /emails HTTP/1.1\r\nhost: api.resend.com\r\ncontent-length: 10\r\n\r\n");
    socket.resume().on("error", () => {});
    const closed = Promise.all([once(socket, "close"), once(half, "close")]);
    await desk.server.close();
    await closed;
    await expect(send(port, "/emails", "api.resend.com")).rejects.toThrow("ECONNREFUSED");
  });

  test("survives what is not TLS after CONNECT", async () => {
    const { port } = await open();
    const { socket } = await connectThrough(port, "api.resend.com:443");
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\n\r\n");
    await once(socket, "close");
    expect(await send(port, "/emails", "api.resend.com")).toBe(200);
  });
});
