import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { type AttachOptions, attachEdge, EDGE_SERVER_OPTIONS } from "../../src/edge/attach.ts";
import { createEdge } from "../../src/edge/edge.ts";
import type { Bus, Edge, EdgeOptions, SubdomainRef } from "../../src/edge/types.ts";
import { openTunnel, type Tunnel, type TunnelOptions } from "../../src/index.ts";

/** An edge with its server, a registry of subdomains, and local apps, all on loopback. */
export interface Testbed extends AsyncDisposable {
  edge: Edge;
  port: number;
  bus: Bus;
  logged: string[];
  /** The registry, for another edge of the same cluster. */
  registry: Pick<EdgeOptions, "bus" | "findByToken" | "findByDomain">;
  register(name: string): string;
  /** Gives the name a new token and tells the edge, as the API does. */
  renew(name: string): Promise<string>;
  remove(name: string): Promise<void>;
  /** Starts an app and opens a tunnel to it. */
  serve(name: string, app: RequestListener, options?: Partial<TunnelOptions>): Promise<Tunnel>;
  startApp(app: RequestListener): Promise<http.Server>;
  open(name: string, port: number, options?: Partial<TunnelOptions>): Promise<Tunnel>;
  /** Asks over the edge; the answer's body is collected. */
  get(name: string, path?: string, options?: http.RequestOptions & { body?: string | Buffer }): Promise<Answer>;
  /** Opens a bare connection to the edge. */
  connect(): Promise<Socket>;
  /** Sends raw bytes and collects everything until the edge closes or `until` matches. */
  raw(bytes: string | Buffer, until?: RegExp): Promise<string>;
  /** Stops the edge and starts another on the same port. */
  restart(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  rawHeaders: string[];
  trailers: NodeJS.Dict<string>;
  body: string;
}

/** `http` and `attach` tune the server before the edge, the rest the edge. */
export interface TestbedOptions extends Partial<EdgeOptions> {
  http?: http.ServerOptions;
  attach?: AttachOptions;
}

export async function createTestbed({ http: tuned, attach, ...overrides }: TestbedOptions = {}): Promise<Testbed> {
  const tokens = new Map<string, SubdomainRef & { token: string }>();
  const bus = overrides.bus ?? createBus();
  const logged: string[] = [];
  const closers: (() => unknown)[] = [];
  let renewals = 0;

  const options: EdgeOptions = {
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost:8787",
    reserved: ["www", "api"],
    bus,
    findByToken: async (token) => [...tokens.values()].find((ref) => ref.token === token) ?? null,
    findByDomain: async (domain) => tokens.get(domain) ?? null,
    log: { info: (line) => logged.push(line), warn: (line) => logged.push(line) },
    ...overrides,
  };
  let edge = createEdge(options);
  let server = await start(0);
  const { port } = server.address() as AddressInfo;

  async function start(at: number): Promise<http.Server> {
    const created = http.createServer({ ...EDGE_SERVER_OPTIONS, ...tuned });
    attachEdge(created, edge, (_request, response) => void response.end("api"), attach);
    created.listen(at, "127.0.0.1");
    await once(created, "listening");
    return created;
  }
  async function stop(): Promise<void> {
    server.close();
    await edge.close();
    server.closeAllConnections();
  }

  const domainOf = (name: string) => (name.includes(".") ? name : `${name}.tunnel.localhost`);
  const bed: Testbed = {
    get edge() {
      return edge;
    },
    port,
    bus,
    registry: { bus, findByToken: options.findByToken, findByDomain: options.findByDomain },
    logged,
    register(name) {
      const domain = domainOf(name);
      const token = `svc_${domain.replaceAll(".", "")}${renewals++}`;
      tokens.set(domain, { id: `id-${domain}`, domain, token, tokenHash: `hash-${token}` });
      return token;
    },
    async renew(name) {
      const token = bed.register(name);
      await bus.publish(`subdomain:id-${domainOf(name)}`, "renewed");
      return token;
    },
    async remove(name) {
      tokens.delete(domainOf(name));
      await bus.publish(`subdomain:id-${domainOf(name)}`, "deleted");
    },
    async startApp(app) {
      const created = http.createServer(app);
      created.listen(0, "127.0.0.1");
      await once(created, "listening");
      closers.push(() => {
        created.close();
        created.closeAllConnections();
      });
      return created;
    },
    async open(name, appPort, more = {}) {
      const token = tokens.get(domainOf(name))?.token ?? bed.register(name);
      const tunnel = await openTunnel({
        token,
        port: appPort,
        baseUrl: `http://127.0.0.1:${port}`,
        host: "127.0.0.1",
        // Requests that a test left hanging are not waited for.
        drain: 0,
        ...more,
      });
      closers.push(() => tunnel.close());
      return tunnel;
    },
    async serve(name, app, more) {
      const { port: appPort } = (await bed.startApp(app)).address() as AddressInfo;
      return bed.open(name, appPort, more);
    },
    get: (name, path = "/", more = {}) =>
      ask(
        { host: "127.0.0.1", port, path, agent: false, ...more, headers: { host: domainOf(name), ...more.headers } },
        more.body,
      ),
    async connect() {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      closers.push(() => socket.destroy());
      return socket;
    },
    async raw(bytes, until) {
      const socket = await bed.connect();
      socket.write(bytes);
      return collect(socket, until);
    },
    async restart() {
      await stop();
      edge = createEdge(options);
      server = await start(port);
    },
    async [Symbol.asyncDispose]() {
      for (const close of closers.reverse()) await close();
      await stop();
    },
  };
  return bed;
}

/** Everything a connection brings until it ends or the text matches. */
export function collect(socket: Socket, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => resolve(text);
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (until?.test(text)) done();
    });
    socket.on("close", done);
  });
}

function ask(options: http.RequestOptions, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      let text = "";
      response.setEncoding("latin1");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => {
        const { statusCode = 0, headers, rawHeaders, trailers } = response;
        resolve({ status: statusCode, headers, rawHeaders, trailers, body: text });
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

function createBus(): Bus {
  const listeners = new Map<string, Set<(message: string) => void>>();
  return {
    async publish(topic, message = "") {
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(message);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    onReconnect: () => () => {},
  };
}
