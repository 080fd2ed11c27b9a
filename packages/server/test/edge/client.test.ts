import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RequestRecord } from "@frontdesk/tunnel";
import { expect, test } from "vitest";
import { createTestbed } from "./testbed.ts";

const MAIN = fileURLToPath(new URL("../../../tunnel/src/cli/main.ts", import.meta.url));

/** Runs the command from its sources and reads its lines as JSON. */
function start(flags: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...flags], {
    env: { ...process.env, ...environment },
  });
  const lines = createInterface(child.stdout);
  return {
    child,
    async next(event: string): Promise<Record<string, unknown>> {
      for await (const [line] of on(lines)) {
        const parsed = JSON.parse(line);
        if (parsed.event === event) return parsed;
      }
      throw new Error(`ended without ${event}`);
    },
  };

  async function* on(source: NodeJS.EventEmitter): AsyncGenerator<[string]> {
    for (;;) yield (await Promise.race([once(source, "line"), once(source, "close").then(() => ["null"])])) as [string];
  }
}

test("the command prints its address, each request, and leaves when told", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((_request, response) => response.writeHead(201).end());
  const token = bed.register("demo");
  const { port } = app.address() as AddressInfo;
  const { child, next } = start(["-k", "-", "-p", String(port), "--server", `http://127.0.0.1:${bed.port}`, "--json"]);
  child.stdin.end(`${token}\n`);
  expect(await next("online")).toMatchObject({ url: "http://demo.tunnel.localhost:8787" });
  const printed = next("request");
  await bed.get("demo", "/a");
  expect(await printed).toMatchObject({ method: "GET", path: "/a", status: 201 });
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});

test("the command ends with a clear message when the token is refused", async () => {
  await using bed = await createTestbed();
  const flags = ["-p", "1", "--server", `http://127.0.0.1:${bed.port}`, "--no-inspect"];
  const { child } = start(flags, { FRONTDESK_TUNNEL_TOKEN: "svc_wrong" });
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  expect((await once(child, "close"))[0]).toBe(1);
  expect(said).toContain("refused the token");
  expect(said).not.toContain("svc_wrong");
});

test("the owner hears of every request, also of those the app did not answer", async () => {
  await using bed = await createTestbed();
  const heard: RequestRecord[] = [];
  const app = await bed.startApp((request, response) => {
    request.resume();
    response.end("body");
  });
  await bed.open("demo", (app.address() as AddressInfo).port, { onRequest: (request) => heard.push(request) });
  await bed.get("demo", "/one");
  await bed.get("demo", "/two", {
    method: "POST",
    body: "x".repeat(100_000),
    headers: { "transfer-encoding": "chunked" },
  });
  app.close();
  app.closeAllConnections();
  await once(app, "close");
  await expect.poll(async () => (await bed.get("demo", "/three")).status).toBe(502);
  const facts = heard.map(({ method, path, status, appDown }) => `${method} ${path} ${status} ${appDown}`);
  expect(facts.slice(0, 2)).toEqual(["GET /one 200 false", "POST /two 200 false"]);
  expect(facts.at(-1)).toBe("GET /three 502 true");
});
