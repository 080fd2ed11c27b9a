import { get } from "node:http";
import { expect } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import type { CreateServerOptions } from "../../src/options/options.ts";
import type { Desk } from "../api/harness.ts";
import { type Checks, listen, open } from "./check.ts";

const versionOf = async ({ call }: Pick<Desk, "call">) => (await call("GET", "server/version", { token: null })).body;

/** A subdomain that an account registers, or the code of why it has none. */
async function registerSubdomain(options: CreateServerOptions, body: object = {}) {
  const desk = await open(options);
  const { accounts } = desk.server.services;
  await accounts.update((await accounts.findByName("default"))!.id, { tier: "vip" });
  const answer = await desk.call("POST", "subdomain/register", { body: { name: "demo", ...body } });
  return answer.body.subdomain ?? answer.body.code;
}

/** Where the server listens, and what it is called. */
export const nameChecks = {
  async port() {
    const port = await freePort();
    const { url } = await listen({ port });
    expect(url).toBe(`http://localhost:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  },
  async host() {
    const port = await freePort();
    await listen({ host: "127.0.0.2", port });
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  },
  async adminPort() {
    const adminPort = await freePort();
    const { admin } = await listen({ adminPort });
    expect(admin).toBe(`http://127.0.0.1:${adminPort}`);
    expect((await fetch(`${admin}/healthz/live`)).status).toBe(200);
    expect((await listen()).admin).toBeNull();
  },
  async adminHost() {
    const adminPort = await freePort();
    const { admin } = await listen({ adminPort, adminHost: "127.0.0.2" });
    expect(admin).toBe(`http://127.0.0.2:${adminPort}`);
    expect((await fetch(`${admin}/healthz/live`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${adminPort}/healthz/live`)).rejects.toThrow();
  },
  async providerPort() {
    const providerPort = await freePort();
    const { providers, url } = await listen({ providerPort });
    expect(providers).toBe(`http://127.0.0.1:${providerPort}`);
    expect(await (await fetch(`${url}/as/ca.pem`)).text()).toMatch(/^-----BEGIN CERTIFICATE-----/);
    const off = await listen();
    expect([off.providers, (await fetch(`${off.url}/as/ca.pem`)).status]).toEqual([null, 404]);
  },
  async providerHost() {
    const providerPort = await freePort();
    const { providers } = await listen({ providerPort, providerHost: "127.0.0.2" });
    expect(providers).toBe(`http://127.0.0.2:${providerPort}`);
    expect((await fetch(`http://127.0.0.2:${providerPort}/`)).status).toBe(421);
    await expect(fetch(`http://127.0.0.1:${providerPort}/`)).rejects.toThrow();
  },

  async publicUrl() {
    expect((await registerSubdomain({ publicUrl: "https://desk.example.com:8443" })).url).toBe(
      "https://demo.tunnel.localhost:8443",
    );
    expect((await registerSubdomain({ port: 9000 })).url).toBe("http://demo.tunnel.localhost:9000");
    const { url } = await listen({ publicUrl: "https://desk.example.com/" });
    expect(url).toBe("https://desk.example.com");
  },
  async mailDomain() {
    const deliveredTo = async (options: CreateServerOptions) => {
      const desk = await open(options);
      const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
      const to = ["ann@mail.test", "ann@desk.example.com"];
      const { accepted } = await desk.server.deliver({ to, subject: "Hello", text: "Hello" });
      return [(await versionOf(desk)).mail_domain, mailbox.address, accepted];
    };
    expect(await deliveredTo({ mailDomain: "mail.test" })).toEqual(["mail.test", "ann@mail.test", ["ann@mail.test"]]);
    const standard = "desk.example.com";
    expect(await deliveredTo({})).toEqual([standard, `ann@${standard}`, [`ann@${standard}`]]);
  },
  async tunnelDomain() {
    const tunnelDomain = "t.example.com";
    expect((await registerSubdomain({ tunnelDomain })).domain).toBe("demo.t.example.com");
    expect((await registerSubdomain({})).domain).toBe("demo.tunnel.localhost");
    expect(await registerSubdomain({}, { domain_base: tunnelDomain })).toBe("invalid_request");
    expect((await versionOf(await open({ tunnelDomain }))).tunnel_domain).toBe(tunnelDomain);
    expect(await isEdges({ tunnelDomain }, "nobody.t.example.com")).toEqual([true, false]);
  },
  async baseDomain() {
    const baseDomain = "v.example.com";
    expect((await registerSubdomain({ baseDomain }, { domain_base: baseDomain })).domain).toBe("demo.v.example.com");
    expect(await registerSubdomain({}, { domain_base: baseDomain })).toBe("invalid_request");
    expect((await versionOf(await open({ baseDomain }))).base_domain).toBe(baseDomain);
    expect(await isEdges({ baseDomain }, "nobody.v.example.com")).toEqual([true, false]);
  },
} satisfies Checks;

/** Whether a host is a tunnel's at a server with these settings, and at one without them. */
async function isEdges(options: CreateServerOptions, host: string): Promise<boolean[]> {
  const ask = async ({ port }: { port: number }) =>
    new Promise<boolean>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/healthz", headers: { host } }, (response) => {
        response.resume();
        // The API's own health is at the same path of every other host.
        resolve(response.statusCode === 404);
      }).on("error", reject);
    });
  return Promise.all([ask(await listen({ ...options })), ask(await listen())]);
}
