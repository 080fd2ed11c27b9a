import type { EventEmitter } from "node:events";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { runInProcess } from "./command.ts";
import { createTestbed } from "./testbed.ts";

const HOST = "demo.tunnel.example";

/** As much of a dev server as is used here. */
interface DevServer {
  listen(): Promise<unknown>;
  close(): Promise<void>;
  httpServer: { address(): { port: number } };
  watcher: EventEmitter;
}

/** The dev server that comes with the test runner, with a page whose script is about to be edited. */
async function startVite() {
  const root = mkdtempSync(join(tmpdir(), "frontdesk-vite-"));
  const script = join(root, "main.js");
  writeFileSync(join(root, "index.html"), '<script type="module" src="/main.js"></script>');
  writeFileSync(script, "import.meta.hot.accept();");
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("vitest"));
  const { createServer } = await import(resolve("vite"));
  const server = { host: "127.0.0.1", port: 0 };
  const vite: DevServer = await createServer({ root, configFile: false, logLevel: "silent", server });
  onTestFinished(async () => {
    await vite.close();
    rmSync(root, { recursive: true });
  });
  await vite.listen();
  return {
    port: String(vite.httpServer.address().port),
    edit() {
      writeFileSync(script, "import.meta.hot.accept(); console.log('edited');");
      vite.watcher.emit("change", script);
    },
  };
}

test("Vite rejects the public host, the hint is followed, and then an edit reaches the browser at once", async () => {
  await using bed = await createTestbed({ tunnelDomain: "tunnel.example" });
  const token = bed.register(HOST);
  const { port, edit } = await startVite();
  const flags = ["-k", token, "-p", port, "--url", `http://127.0.0.1:${bed.port}`, "--json"];
  const headers = { accept: "text/html", origin: `https://${HOST}` };

  const refused = runInProcess(flags);
  await refused.next("online");
  expect((await bed.get(HOST, "/", { headers })).status).toBe(403);
  expect((await refused.next("hint")).text).toContain(`the host ${HOST}, start with --host-header local`);

  const command = runInProcess([...flags, "--host-header", "local"]);
  await command.next("online");
  expect((await bed.get(HOST, "/", { headers })).body).toContain("/@vite/client");
  const client = (await bed.get(HOST, "/@vite/client")).body;
  const wsToken = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const socket = new WebSocket(`ws://127.0.0.1:${bed.port}/?token=${wsToken}`, "vite-hmr", {
    headers: { host: HOST },
    origin: `https://${HOST}`,
  });
  onTestFinished(() => socket.terminate());
  const hear = async () => JSON.parse(String((await once(socket, "message"))[0])).type;
  expect(await hear()).toBe("connected");
  expect((await bed.get(HOST, "/main.js")).status).toBe(200);
  const heard = hear();
  edit();
  expect(await heard).toBe("update");
});
