import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../../src/client/dial.ts";
import { findProxyAgent } from "../../src/client/proxy.ts";
import { openTunnel, TunnelOptionsError, type TunnelStatus } from "../../src/index.ts";
import { createTestbed } from "../edge/testbed.ts";

// The shell that runs the tests may have these, in either spelling.
const SETTINGS = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
afterEach(() => vi.unstubAllEnvs());

function setProxy(given: Record<string, string>): void {
  for (const name of SETTINGS) vi.stubEnv(name, given[name]);
}

/** A proxy that knows `CONNECT`, and whom it has let through where. */
async function startProxy(password?: string) {
  const asked: string[] = [];
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", (request, socket, head) => {
    asked.push(request.url ?? "");
    const expected = password && `Basic ${Buffer.from(password).toString("base64")}`;
    if (expected && request.headers["proxy-authorization"] !== expected) {
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    }
    const url = new URL(`http://${request.url}`);
    const onward = net.connect(Number(url.port || 80), url.hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on("error", () => {});
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, port: (server.address() as AddressInfo).port };
}

test("control and data connections go through the proxy, with its password", async () => {
  await using bed = await createTestbed();
  const proxy = await startProxy("me:secret");
  setProxy({ HTTP_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` });
  await bed.serve("demo", (request, response) => void request.pipe(response));
  const body = "b".repeat(300_000);
  const post = { method: "POST", body, headers: { "content-length": body.length } };
  expect((await bed.get("demo", "/", post)).body).toBe(body);
  expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${bed.port}`]));
  // Beside the control connection those that carry requests.
  expect(proxy.asked.length).toBeGreaterThan(2);
});

test("a server in NO_PROXY is reached without the proxy", async () => {
  await using bed = await createTestbed();
  const proxy = await startProxy();
  setProxy({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: "example.com,127.0.0.1" });
  await bed.serve("demo", (_request, response) => void response.end("here"));
  expect((await bed.get("demo")).body).toBe("here");
  expect(proxy.asked).toEqual([]);
});

test("HTTPS_PROXY is for URLs with https://, and HTTP_PROXY for the others", async () => {
  const [forHttp, forHttps] = [await startProxy(), await startProxy("someone:else")];
  setProxy({
    HTTP_PROXY: `http://127.0.0.1:${forHttp.port}`,
    HTTPS_PROXY: `http://me:secret@127.0.0.1:${forHttps.port}`,
  });
  const status = await firstStatus("https://desk.example.com");
  expect(forHttps.asked).toEqual(["desk.example.com:443"]);
  expect(forHttp.asked).toEqual([]);
  expect(status).toMatchObject({ type: "offline", reason: expect.stringContaining("407") });
  expect(JSON.stringify(status)).not.toContain("secret");
});

test.each(["http", "https"])("a proxy whose URL begins with %s:// is used", async (scheme) => {
  setProxy({ HTTPS_PROXY: `${scheme}://127.0.0.1:1` });
  expect(await findProxyAgent(new URL("https://desk.example.com"))).toBeTypeOf("function");
});

test("a proxy with another scheme is rejected by the name of the setting, without its password", async () => {
  setProxy({ HTTPS_PROXY: "socks5://me:secret@127.0.0.1:1" });
  const refused = openTunnel({ token: "svc_a", port: 1, baseUrl: "https://desk.example.com" });
  const message = "proxy: HTTPS_PROXY and HTTP_PROXY must begin with http:// or https://";
  await expect(refused).rejects.toThrow(new TunnelOptionsError(message));
});

describe.each(["http", "https"])("a silent proxy, to a server of %s,", (scheme) => {
  const server = new URL(`${scheme}://desk.example.com`);

  test("is closed when the dial times out", async () => {
    const silent = await startSilent();
    setProxy({ ALL_PROXY: silent.url });
    const dialling = dial({ server, proxy: await findProxyAgent(server), path: "/", secret: "svc_a", timeoutMs: 50 });
    await expect(dialling).rejects.toThrow("no response within 50 ms");
    await silent.left;
  });

  test("is closed when the tunnel is closed", async () => {
    const silent = await startSilent();
    setProxy({ ALL_PROXY: silent.url });
    const stop = new AbortController();
    const proxy = await findProxyAgent(server);
    const dialling = dial({ server, proxy, path: "/", secret: "svc_a", timeoutMs: 3_600_000, signal: stop.signal });
    dialling.catch(() => {});
    await silent.asked;
    stop.abort();
    await expect(dialling).rejects.toThrow("aborted");
    await silent.left;
  });
});

/** A proxy that takes connections and is silent, and whether it was asked and left. */
async function startSilent() {
  const server = net.createServer();
  const connected = once(server, "connection") as Promise<[net.Socket]>;
  const asked = connected.then(([socket]) => once(socket, "data"));
  const left = connected.then(([socket]) => once(socket, "close"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { asked, left, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What a tunnel to this server says first. */
async function firstStatus(baseUrl: string): Promise<TunnelStatus> {
  const stop = new AbortController();
  let opening: Promise<unknown> = Promise.resolve();
  const status = await new Promise<TunnelStatus>((resolve) => {
    opening = openTunnel({ token: "svc_a", port: 1, baseUrl, signal: stop.signal, onStatus: resolve });
    opening.catch(() => {});
  });
  stop.abort();
  await opening.catch(() => {});
  return status;
}
