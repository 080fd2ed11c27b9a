import { connect } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { CreateServerOptions } from "../../src/options/options.ts";
import { firstKey } from "../api/harness.ts";
import { type Check, type Checks, countPassing, listen, open, registerMailbox } from "./check.ts";

const tries = 5;

/** A number of requests in a minute: so many pass, the next does not; 0 lets all pass. */
function limits(count: (most: number) => Promise<number>): Check {
  return async () => {
    expect([await count(1), await count(3), await count(0)]).toEqual([1, 3, tries]);
  };
}

/** Whether a new connection is served; it stays open until the test ends. */
function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    onTestFinished(() => void socket.destroy());
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    socket.on("error", () => {});
  });
}

const countConnections = async (options: CreateServerOptions) => {
  const { port } = await listen(options);
  return countPassing(tries, () => isServed(port));
};

/** How many of five wrong keys hear that they are wrong, each by a client of its own behind a proxy. */
async function countClients(options: CreateServerOptions): Promise<number> {
  const { url } = await listen({ authFailuresPerIp: 1, ...options });
  return countPassing(tries, async (at) => {
    const headers = { authorization: "Bearer svcagt_wrong", "x-forwarded-for": `198.51.100.${at}` };
    return (await fetch(`${url}/svc-api/account`, { headers })).status === 401;
  });
}

/** How often, and over how many connections, the server may be asked. */
export const requestChecks = {
  async providerAuth() {
    const sendWithoutKey = async (providerAuth: "auto" | "key") => {
      const { port } = await listen({ providerAuth });
      const body = JSON.stringify({ from: "a@shop.example", to: "b@shop.example", subject: "Hello", text: "Hello" });
      const headers = { authorization: "Bearer re_1", "content-type": "application/json" };
      // Node's fetch sends `Sec-Fetch-Mode`, but neither of the headers that only browsers send.
      return (await fetch(`http://127.0.0.1:${port}/as/resend/emails`, { method: "POST", headers, body })).status;
    };
    expect([await sendWithoutKey("auto"), await sendWithoutKey("key")]).toEqual([200, 401]);
  },

  requestsPerKey: limits(async (requestsPerKey) => {
    const desk = await open({ requestsPerKey });
    return countPassing(tries, async () => (await desk.call("GET", "account")).status === 200);
  }),

  requestsPerAccount: limits(async (requestsPerAccount) => {
    const desk = await open({ requestsPerAccount });
    const account = await desk.server.services.accounts.findByName("default");
    return countPassing(tries, async (at) => {
      const { token } = await desk.server.services.agentKeys.create(account!.id, { name: `key ${at}` });
      return (await desk.call("GET", "account", { token })).status === 200;
    });
  }),

  authFailuresPerIp: limits(async (authFailuresPerIp) => {
    const desk = await open({ authFailuresPerIp });
    return countPassing(tries, async (at) => {
      const { status } = await desk.call("GET", "account", { token: `svcagt_wrong${at}` });
      expect((await desk.call("GET", "account", { token: firstKey })).status).toBe(200);
      return status === 401;
    });
  }),

  oauthRegistrationsPerIp: limits(async (oauthRegistrationsPerIp) => {
    const desk = await open({ oauthRegistrationsPerIp });
    const body = { redirect_uris: ["http://localhost/callback"] };
    return countPassing(
      tries,
      async () => (await desk.call("POST", "/oauth/register", { token: null, body })).status === 201,
    );
  }),

  oauthAuthorizationsPerIp: limits(async (oauthAuthorizationsPerIp) => {
    const desk = await open({ oauthAuthorizationsPerIp });
    return countPassing(
      tries,
      async () => (await desk.call("GET", "/oauth/authorize", { token: null })).status === 400,
    );
  }),

  maxWaits: limits(async (maxWaits) => {
    const desk = await open({ maxWaits });
    const { token } = await registerMailbox(desk);
    const held = () => desk.server.services.mail.pending();
    return countPassing(tries, async () => {
      const before = held();
      const wait = desk.call("GET", "mail/recent?wait=50", { token }).catch(() => ({ status: 0 }));
      // A wait that is held is not answered until the server closes.
      const isHeld = expect.poll(held, { interval: 1 }).toBe(before + 1);
      return Promise.race([isHeld.then(() => true), wait.then(({ status }) => status !== 429)]);
    });
  }),

  async connectionsPerIp() {
    expect(await countConnections({ connectionsPerIp: 1 })).toBe(1);
    expect(await countConnections({ connectionsPerIp: 3 })).toBe(3);
    expect(await countConnections({ connectionsPerIp: 0 })).toBe(tries);
  },

  async trustedProxies() {
    expect(await countClients({})).toBe(1);
    expect(await countClients({ trustedProxies: ["127.0.0.1"] })).toBe(tries);
    expect(await countClients({ trustedProxies: ["10.0.0.0/8"] })).toBe(1);
    // A proxy brings the connections of many.
    expect(await countConnections({ connectionsPerIp: 1, trustedProxies: ["127.0.0.0/8"] })).toBe(tries);
    const mayAsk = async (trustedProxies: string[]) => {
      const { server } = await open({ trustedProxies });
      const request = new Request("http://desk.test/tls/ask?domain=nobody.tunnel.localhost");
      return (await server.fetch(Object.assign(request, { ip: "10.1.2.3" }))).status;
    };
    expect([await mayAsk(["10.0.0.0/8"]), await mayAsk(["10.9.0.0/16"])]).toEqual([404, 403]);
  },
} satisfies Checks;
