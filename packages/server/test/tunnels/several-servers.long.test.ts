import { once } from "node:events";
import http, { type RequestListener, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { openTunnel, type Tunnel } from "@frontdesk/tunnel";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type OpenServer, openServer } from "../../src/server.ts";
import { startServer } from "../cli/start-frontdesk.ts";
import { startRedis } from "../storage/redis-server.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so several servers on one Redis are not tested here.");

interface Member {
  server: OpenServer;
  port: number;
  call<T>(method: string, path: string, body?: object, token?: string): Promise<T>;
  /** What a visitor of a tunnel gets from this server. */
  visit(domain: string): Promise<string>;
}
interface SubdomainResponse {
  subdomain: { id: string; domain: string; token: string; online: boolean };
}

describe.skipIf(!redis)("servers on one Redis", () => {
  const { url, stop } = redis ?? { url: "", stop: async () => {} };
  afterAll(stop);
  let names = 0;

  async function join(options: Parameters<typeof openServer>[0] = {}): Promise<Member> {
    const server = await openServer({
      storage: url,
      bootstrapKey: key,
      port: 0,
      smtp: false,
      internalUrl: "http://127.0.0.1:0",
      drain: 0,
      log: { info() {}, warn() {}, error() {} },
      ...options,
    });
    onTestFinished(() => server.close());
    const { url: address } = await server.listen();
    return member(server, Number(new URL(address).port));
  }

  const register = async ({ call }: Pick<Member, "call">) =>
    (await call<SubdomainResponse>("POST", "subdomain/register", { name: `demo${names++}` })).subdomain;
  const isOnline = async ({ call }: Member, id: string) => {
    const { subdomains } = await call<{ subdomains: SubdomainResponse["subdomain"][] }>("GET", "subdomain/list");
    return subdomains.find((subdomain) => subdomain.id === id)?.online;
  };

  test("reach each other's tunnels, and both know that they are online", async () => {
    const [a, b] = [await join(), await join()];
    const { id, domain, token } = await register(b);
    expect(await Promise.all([isOnline(a, id), isOnline(b, id)])).toEqual([false, false]);
    const tunnel = await serve(a.port, token);
    expect(await Promise.all([isOnline(a, id), isOnline(b, id)])).toEqual([true, true]);
    expect(await Promise.all(Array.from({ length: 30 }, () => b.visit(domain)))).toEqual(Array(30).fill("200 here"));
    await tunnel.close();
    await expect.poll(() => Promise.all([isOnline(a, id), isOnline(b, id)])).toEqual([false, false]);
    await expect.poll(() => b.visit(domain)).toMatch(/^502 .*tunnel_offline/);
  });

  test("forward a data connection that reaches the wrong one to the session's", async () => {
    const [a, b] = [await join(), await join()];
    const { domain, token } = await register(a);
    // Control goes to one server, every data connection to the other.
    const front = await startFront((first) => (first.includes("/svc-tunnel/control") ? [a.port] : [b.port]));
    await serve(front, token);
    expect(await Promise.all([a.visit(domain), b.visit(domain)])).toEqual(["200 here", "200 here"]);
  });

  test("rotating a token on one closes its tunnel on the other", async () => {
    const [a, b] = [await join(), await join()];
    const { id, domain, token } = await register(a);
    const tunnel = await serve(a.port, token);
    expect(await b.visit(domain)).toBe("200 here");
    await b.call("POST", `subdomain/${id}/renew-token`);
    expect((await tunnel.closed).type).toBe("refused");
    await expect.poll(() => b.visit(domain)).toMatch(/^502 /);
    await expect(serve(b.port, token)).rejects.toThrow("refused");
  });

  test("deleting a subdomain on one closes its tunnel on the other", async () => {
    const [a, b] = [await join(), await join()];
    const { id, domain, token } = await register(a);
    const tunnel = await serve(a.port, token);
    await b.call("DELETE", `subdomain/${id}`);
    expect((await tunnel.closed).type).toBe("refused");
    expect(await Promise.all([a.visit(domain), b.visit(domain)])).toEqual([
      expect.stringMatching(/^404 /),
      expect.stringMatching(/^404 /),
    ]);
  });

  test("continue when one is killed: the client reconnects through another", async () => {
    const b = await join();
    const { id, domain, token } = await register(b);
    const killed = await startServer(url, ["--internal-url", "http://127.0.0.1:0"]);
    const ports = [Number(new URL(killed.url).port), b.port];
    await serve(await startFront(() => ports), token);
    expect(await b.visit(domain)).toBe("200 here");
    killed.child.kill("SIGKILL");
    await killed.exit;
    await expect.poll(() => b.visit(domain)).toBe("200 here");
    expect(await isOnline(b, id)).toBe(true);
  });

  test("let each other's visitors finish before they stop", async () => {
    // Longer than the test may take: whoever waits for it instead of the visitor is too late.
    const [a, b] = [await join({ drain: 90_000 }), await join()];
    const { domain, token } = await register(a);
    let answer: ServerResponse | undefined;
    await serve(a.port, token, (_request, response) => {
      answer = response;
    });
    const visit = b.visit(domain);
    await expect.poll(() => answer !== undefined).toBe(true);
    const stopped = a.server.close();
    answer!.end("finished");
    expect(await visit).toBe("200 finished");
    await stopped;
  });

  test("stop even if a client's data connections for another pass through them", async () => {
    const [a, b] = [await join(), await join()];
    const { domain, token } = await register(a);
    await serve(await startFront((first) => (first.includes("/svc-tunnel/control") ? [a.port] : [b.port])), token);
    expect(await a.visit(domain)).toBe("200 here");
    await b.server.close();
  });

  test("generate a shared secret in the storage by default, and reject a server with another", async () => {
    const a = await join();
    const stranger = await join({ clusterSecret: "another secret of the sort" });
    const { domain, token } = await register(a);
    await serve(a.port, token);
    expect(await stranger.visit(domain)).toMatch(/^502 /);
    expect(await (await join()).visit(domain)).toBe("200 here");
  });

  test("tell the operator what to set if a server's internal URL is missing", async () => {
    const told: string[] = [];
    await join({ internalUrl: "", log: { info: (line) => void told.push(line), warn() {}, error() {} } });
    expect(told).toContain(
      "Tunnels of this server are reached through this server alone. If others share its Redis, set --internal-url (FRONTDESK_INTERNAL_URL) on each to its own address, such as http://10.0.0.5:8787.",
    );
  });
});

test.each([
  [
    "internalUrl",
    "http://10.0.0.5:8787",
    "--internal-url is for servers that share a storage: set --storage redis://…",
  ],
  ["internalUrl", "https://10.0.0.5:8787", "--internal-url must be an http address without a path"],
  ["internalUrl", "http://10.0.0.5:8787/path", "--internal-url must be an http address without a path"],
  ["internalUrl", "10.0.0.5:8787", "--internal-url must be an http address without a path"],
  [
    "clusterSecret",
    "sixteen letters.",
    "FRONTDESK_CLUSTER_SECRET is for servers that share a storage: set --storage redis://…",
  ],
  ["clusterSecret", "short", "FRONTDESK_CLUSTER_SECRET must have at least 16 characters"],
])("a server that only this machine can reach rejects %s %j", async (name, value, message) => {
  await expect(openServer({ storage: "memory:", smtp: false, [name]: value })).rejects.toThrow(message);
});

function member(server: OpenServer, port: number): Member {
  return {
    server,
    port,
    async call<T>(method: string, path: string, body?: object, token = key) {
      const answer = await fetch(`http://127.0.0.1:${port}/svc-api/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      // The contract's own tests check what an answer looks like.
      const parsed = (await answer.json()) as T;
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(parsed)}`);
      return parsed;
    },
    async visit(domain) {
      const request = http.get({ host: "127.0.0.1", port, agent: false, headers: { host: domain } });
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      let text = "";
      for await (const piece of response) text += piece;
      return `${response.statusCode} ${text.trim()}`;
    },
  };
}

const sayHere: RequestListener = (_request, response) => void response.end("here");

/** Opens a tunnel, through this port, to an app. */
async function serve(port: number, token: string, answer: RequestListener = sayHere): Promise<Tunnel> {
  const app = http.createServer(answer);
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  onTestFinished(() => {
    app.close();
    app.closeAllConnections();
  });
  const { port: appPort } = app.address() as AddressInfo;
  const tunnel = await openTunnel({ token, port: appPort, host: "127.0.0.1", baseUrl: `http://127.0.0.1:${port}` });
  onTestFinished(() => tunnel.close());
  return tunnel;
}

/** Stands before the servers as a load balancer does: takes a connection to the first chosen one that answers. */
async function startFront(choose: (first: string) => number[]): Promise<number> {
  const front = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (first) => {
      socket.pause();
      connect(choose(String(first)), (upstream) => {
        upstream.write(first);
        socket.pipe(upstream).pipe(socket);
        socket.on("close", () => upstream.destroy());
        upstream.on("close", () => socket.destroy());
      });
    });
    const connect = ([port, ...others]: number[], onOpen: (upstream: net.Socket) => void) => {
      if (port === undefined) return void socket.destroy();
      const upstream = net.connect(port, "127.0.0.1", () => {
        upstream.off("error", next).on("error", () => {});
        onOpen(upstream);
      });
      const next = () => connect(others, onOpen);
      upstream.once("error", next);
    };
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(() => void front.close());
  return (front.address() as AddressInfo).port;
}
