import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import type { openTunnel as OpenTunnel } from "../../tunnel/src/index.ts";

const entry = fileURLToPath(new URL("../../tunnel/src/index.ts", import.meta.url));

/** The agent as its package has it: one bundle in pieces, with what it needs of others. */
async function importBundle(): Promise<{ openTunnel: typeof OpenTunnel }> {
  const outdir = mkdtempSync(join(tmpdir(), "bundled-tunnel-"));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  await build({
    entryPoints: { index: entry },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: require },
  });
  return import(/* @vite-ignore */ pathToFileURL(join(outdir, "index.mjs")).href);
}

test("the bundled tunnel client uses the proxy named by the environment", async () => {
  const proxy = http.createServer();
  const asked = once(proxy, "connect") as Promise<[http.IncomingMessage]>;
  proxy.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void proxy.close());
  for (const name of ["NO_PROXY", "no_proxy", "http_proxy"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { openTunnel } = await importBundle();
  const stop = new AbortController();
  const opening = openTunnel({ token: "svc_a", port: 1, baseUrl: "http://desk.example.com", signal: stop.signal });
  const failed = expect(opening).rejects.toThrow("enough");
  const [{ url }] = await Promise.race([asked, opening.then(() => expect.unreachable())]);
  expect(url).toBe("desk.example.com:80");
  stop.abort(new Error("enough"));
  await failed;
});
