import { once } from "node:events";
import { createServer as createHttps, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import * as tls from "node:tls";
import { generate } from "selfsigned";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { checkPublicUrl } from "../../src/doctor/certificates.ts";

vi.mock("node:tls", async (original) => {
  const real = await original<typeof tls>();
  return { ...real, connect: vi.fn(real.connect) };
});

const day = 86_400_000;
const { connect } = await vi.importActual<typeof tls>("node:tls");
beforeEach(() => {
  vi.mocked(tls.connect).mockReset();
  vi.unstubAllGlobals();
});

/** A server with a certificate for these names, which the doctor trusts and finds on whatever port it asks for. */
async function serve({ days = 60, names = [] as string[] } = {}) {
  const made = await generate([{ name: "commonName", value: "desk.acme.org" }], {
    notBeforeDate: new Date(0),
    notAfterDate: new Date(Date.now() + days * day),
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    extensions: [
      {
        name: "subjectAltName",
        altNames: [{ type: 7, ip: "127.0.0.1" }, ...names.map((value) => ({ type: 2 as const, value }))],
      },
    ],
  });
  const server: Server = createHttps({ cert: made.cert, key: made.private }, (_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked: unknown[] = [];
  const serverNames: unknown[] = [];
  vi.mocked(tls.connect).mockImplementation(((options: tls.ConnectionOptions) => {
    asked.push(options.port);
    serverNames.push(options.servername);
    return connect({ ...options, host: "127.0.0.1", port, ca: made.cert });
  }) as typeof tls.connect);
  return { server, port, asked, serverNames };
}

/** What the doctor says of the certificate there. */
async function check(url: string) {
  const results = await checkPublicUrl(url, "tunnel.acme.org");
  const { status, message, todo } = results.find(({ check: name }) => name === "tls")!;
  return { status, message, todo };
}

// Six hours before each bound: the test may be slow.
test.each([
  [
    6.75,
    "warn",
    "The certificate of 127.0.0.1 expires in 6 days.",
    "The reverse proxy should have renewed it; see its log.",
  ],
  [
    7.75,
    "ok",
    "The certificate of 127.0.0.1 is trusted for 7 days, and tunnels need one each, on demand (deploy/Caddyfile).",
    undefined,
  ],
])("a certificate of the API that expires in %s days: %s", async (days, status, message, todo) => {
  const { port } = await serve({ days });
  const result = await check(`https://127.0.0.1:${port}`);
  expect(result).toEqual({ status, message, todo });
});

test.each([
  ["*.tunnel.acme.org", "and covers every tunnel."],
  ["tunnel.acme.org", "and tunnels need one each, on demand (deploy/Caddyfile)."],
])("a certificate for %s is trusted %s", async (name, ending) => {
  const { port } = await serve({ names: [name] });
  expect((await check(`https://127.0.0.1:${port}`)).message).toContain(ending);
});

test("an https URL without a port is checked on port 443", async () => {
  const { asked } = await serve();
  await check("https://127.0.0.1");
  expect(asked).toEqual([443]);
});

test("the check of a certificate leaves no connection", async () => {
  const { server, port } = await serve();
  let open = 0;
  server.on("secureConnection", (socket) => {
    open++;
    socket.once("close", () => open--);
  });
  await check(`https://127.0.0.1:${port}`);
  await expect.poll(() => open, { timeout: 10_000 }).toBe(0);
});

test.each([
  ["desk.acme.org", "desk.acme.org"],
  ["127.0.0.1", ""],
])("the certificate of %s is requested by the name %j", async (host, serverName) => {
  const { port, serverNames } = await serve({ names: ["desk.acme.org"] });
  expect((await check(`https://${host}:${port}`)).status).toBe("ok");
  expect(serverNames).toEqual([serverName]);
});

test("an https address that responds comes with what its certificate is worth", async () => {
  const { port } = await serve();
  const requests: [string, AbortSignal | undefined][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push([url, init.signal ?? undefined]);
    return new Response();
  });
  const url = `https://127.0.0.1:${port}`;
  expect(await checkPublicUrl(url, "tunnel.acme.org")).toMatchObject([
    { check: "url", status: "ok", message: `${url} responds.` },
    { check: "tls", status: "ok" },
  ]);
  // With a signal, no request outlasts the check.
  expect(requests).toEqual([[`${url}/healthz`, expect.any(AbortSignal)]]);
});
