import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { openTunnel, type Tunnel, type TunnelOptions } from "@frontdesk/tunnel";
import { expect, onTestFinished } from "vitest";
import type { CreateServerOptions } from "../../src/options/options.ts";
import { type Checks, countPassing, listen } from "./check.ts";

const tries = 5;

/** A server with two subdomains. */
async function listenForTunnels(options: CreateServerOptions) {
  const desk = await listen(options);
  const register = async (name: string): Promise<string> =>
    (await desk.call("POST", "subdomain/register", { body: { name } })).body.subdomain.token;
  const tokens = { demo: await register("demo"), other: await register("other") };
  const { port } = desk;
  return {
    ...desk,
    tokens,
    /** A tunnel to a new app. */
    async serve(app: RequestListener, more: Partial<TunnelOptions> = {}): Promise<Tunnel> {
      const server = http.createServer(app).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port: appPort } = server.address() as AddressInfo;
      const baseUrl = `http://127.0.0.1:${port}`;
      const tunnel = await openTunnel({
        token: tokens.demo,
        port: appPort,
        host: "127.0.0.1",
        baseUrl,
        drain: 0,
        ...more,
      });
      onTestFinished(async () => {
        await tunnel.close();
        server.close();
        server.closeAllConnections();
      });
      return tunnel;
    },
    async visit(more: http.RequestOptions = {}): Promise<{ status: number; body: string }> {
      const headers = { host: "demo.tunnel.localhost", ...more.headers };
      const request = http.get({ host: "127.0.0.1", port, agent: false, ...more, headers });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      return { status: response.statusCode ?? 0, body: await text(response) };
    },
    connect(): Socket {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      return socket;
    },
  };
}

/** How many visitors of a tunnel without a connection hear that they have waited in vain, before it goes. */
async function countGivenUp(options: CreateServerOptions, visits: ("demo" | "other")[], expected: number) {
  const { connect, tokens } = await listenForTunnels(options);
  const controls = Object.values(tokens).map(async (token) => {
    const socket = connect();
    socket.write(
      "GET /svc-tunnel/control HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n" +
        `Authorization: Bearer ${token}\r\n\r\n{"type":"hello","agent":"own","share":false,"rules":{}}\n`,
    );
    let heard = "";
    while (!heard.includes('"welcome"')) heard += String((await once(socket, "data"))[0]);
    return socket;
  });
  const open = await Promise.all(controls);
  const answers: string[] = [];
  const heard = visits.map(async (name) => {
    const visitor = connect();
    const answer = once(visitor, "data");
    visitor.write(`GET / HTTP/1.1\r\nHost: ${name}.tunnel.localhost\r\nX-Long: ${"a".repeat(12_000)}\r\n\r\n`);
    answers.push(String((await answer)[0]).slice(9, 12));
  });
  await expect.poll(() => answers).toEqual(Array(expected).fill("504"));
  for (const control of open) control.destroy();
  await Promise.all(heard);
  return answers.filter((status) => status === "504").length;
}

/** Tunnels, and what their visitors may do. */
export const tunnelChecks = {
  async clientsPerSubdomain() {
    const countClients = async (clientsPerSubdomain: number) => {
      const { serve, call } = await listenForTunnels({ clientsPerSubdomain });
      for (let at = 0; at < 3; at++) await serve((_request, response) => response.end("here"), { share: true });
      return (await call("GET", "subdomain/list")).body.subdomains.find(({ name }: { name: string }) => name === "demo")
        .clients;
    };
    expect([await countClients(1), await countClients(2), await countClients(0)]).toEqual([1, 2, 3]);
  },

  async passwordFailuresPerVisitor() {
    const count = async (passwordFailuresPerVisitor: number) => {
      const { serve, visit } = await listenForTunnels({ passwordFailuresPerVisitor });
      await serve((_request, response) => response.end("in"), { basicAuth: "ann:right" });
      const guesses = await countPassing(tries, async () => (await visit({ auth: "ann:wrong" })).status === 401);
      expect((await visit({ auth: "ann:right" })).status).toBe(200);
      return guesses;
    };
    expect([await count(1), await count(3), await count(0)]).toEqual([1, 3, tries]);
  },

  async abortsPerVisitor() {
    const setUp = async (abortsPerVisitor: number) => {
      const { serve, visit, connect } = await listenForTunnels({ abortsPerVisitor });
      let leave = () => {};
      let visitor: Socket;
      await serve((request, response) => {
        if (request.url !== "/long") return void response.end("here");
        response.once("close", () => leave());
        visitor.destroy();
      });
      const abort = async () => {
        const left = new Promise<void>((resolve) => {
          leave = resolve;
        });
        visitor = connect();
        visitor.write("GET /long HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
        await left;
      };
      return { abort, status: async () => (await visit()).status };
    };
    const bounded = await setUp(2);
    for (let at = 0; at < 2; at++) await bounded.abort();
    expect(await bounded.status()).toBe(200);
    await bounded.abort();
    await expect.poll(bounded.status).toBe(429);
    const free = await setUp(0);
    for (let at = 0; at < 3; at++) await free.abort();
    expect(await free.status()).toBe(200);
  },

  async bufferPerConnection() {
    const visits = ["demo", "demo"] as const;
    expect(await countGivenUp({ bufferPerConnection: 10_000 }, [...visits], 2)).toBe(2);
    expect(await countGivenUp({ bufferPerConnection: 20_000 }, [...visits], 0)).toBe(0);
    expect(await countGivenUp({ bufferPerConnection: 0 }, [...visits], 0)).toBe(0);
  },
  async bufferPerTunnel() {
    const visits = ["demo", "demo", "other", "other"] as const;
    expect(await countGivenUp({ bufferPerTunnel: 20_000 }, [...visits], 2)).toBe(2);
    expect(await countGivenUp({ bufferPerTunnel: 30_000 }, [...visits], 0)).toBe(0);
    expect(await countGivenUp({ bufferPerTunnel: 0 }, [...visits], 0)).toBe(0);
  },
  async bufferTotal() {
    const visits = ["demo", "demo", "other", "other"] as const;
    expect(await countGivenUp({ bufferTotal: 30_000 }, [...visits], 2)).toBe(2);
    expect(await countGivenUp({ bufferTotal: 60_000 }, [...visits], 0)).toBe(0);
    expect(await countGivenUp({ bufferTotal: 0 }, [...visits], 0)).toBe(0);
  },

  async abuseContact() {
    const pageOf = async (options: CreateServerOptions) =>
      (
        await (
          await listenForTunnels(options)
        ).visit({ headers: { host: "nobody.tunnel.localhost", accept: "text/html" } })
      ).body;
    expect(await pageOf({ abuseContact: "abuse@example.com" })).toContain("abuse@example.com");
    expect(await pageOf({})).not.toMatch(/abuse/i);
  },
} satisfies Checks;
