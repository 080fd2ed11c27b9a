import { once } from "node:events";
import type { RequestListener } from "node:http";
import { expect, test, vi } from "vitest";
import { createTestbed } from "./testbed.ts";

test("a visitor reaches the app behind a tunnel", async () => {
  await using bed = await createTestbed();
  const tunnel = await bed.serve("demo", (request, response) => response.end(`${request.method} ${request.url}`));
  expect(tunnel.url).toBe("http://demo.tunnel.localhost:8787");
  const answer = await bed.get("demo", "/a?b=c");
  expect(answer).toMatchObject({ status: 200, body: "GET /a?b=c" });
});

test("every host that is not a tunnel's goes to the API", async () => {
  await using bed = await createTestbed();
  expect((await bed.get("localhost.example")).body).toBe("api");
  expect((await bed.get("www.vip.localhost")).body).toBe("api");
});

test.each([
  ["HTTP/1.0, which needs no Host header, goes to the API", "GET / HTTP/1.0\r\n\r\n", /^HTTP\/1.1 200 [\s\S]*api$/],
  ["HTTP/1.1 without a Host header is rejected", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1.1 400 /],
])("a request by %s", async (_what, bytes, reply) => {
  await using bed = await createTestbed();
  expect(await bed.raw(bytes)).toMatch(reply);
});

test("an unregistered name responds 404, and one whose client is offline 502, at once", async () => {
  await using bed = await createTestbed();
  bed.register("idle");
  expect(await bed.get("nobody")).toMatchObject({ status: 404, headers: { "content-type": "application/json" } });
  const page = await bed.get("idle", "/", { headers: { accept: "text/html,*/*" } });
  expect(page.status).toBe(502);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(JSON.parse((await bed.get("idle")).body)).toMatchObject({ code: "tunnel_offline" });
});

test("the edge's own pages say where to report abuse", async () => {
  await using bed = await createTestbed({ abuseContact: "abuse@example.com <us>" });
  const { body, headers } = await bed.get("nobody", "/", { headers: { accept: "text/html" } });
  expect(body).toContain("abuse@example.com &#60;us&#62;");
  expect(headers["x-robots-tag"]).toBe("noindex");
});

test("an app that is down causes a 502 with the reason, at once", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp(() => {});
  const { port } = app.address() as { port: number };
  app.close();
  await once(app, "close");
  await bed.open("demo", port);
  const answer = await bed.get("demo");
  expect(answer.status).toBe(502);
  expect(JSON.parse(answer.body)).toEqual({ code: "app_down", error: expect.stringContaining("ECONNREFUSED") });
});

test("an app's own 502 reaches the visitor as the app wrote it", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => {
    response.writeHead(502, "Upstream Trouble", { "content-type": "text/x-own", "x-own": "yes" });
    response.end("the bank does not answer");
  });
  for (const accept of ["text/html", "application/json"]) {
    const answer = await bed.get("demo", "/", { headers: { accept } });
    expect(answer).toMatchObject({ status: 502, body: "the bank does not answer" });
    expect(answer.headers).toMatchObject({ "content-type": "text/x-own", "x-own": "yes" });
  }
});

test("an app that takes too long causes a 504", async () => {
  await using bed = await createTestbed({ tuning: { responseTimeoutMs: 100 } });
  await bed.serve("demo", () => {});
  expect(await bed.get("demo")).toMatchObject({ status: 504 });
});

test("two-level names are tunnels too", async () => {
  await using bed = await createTestbed();
  const tunnel = await bed.serve("shop.vip.localhost", (_request, response) => response.end("vip"));
  expect(tunnel.url).toBe("http://shop.vip.localhost:8787");
  expect((await bed.get("shop.vip.localhost")).body).toBe("vip");
});

test("search engines are kept out, unless the app or the tunnel's owner says otherwise", async () => {
  await using bed = await createTestbed();
  const tagOf = async (name: string, path = "/") => {
    const plain = await bed.get(name, path);
    const posted = await bed.get(name, path, { method: "POST", body: "b" });
    expect(posted.headers["x-robots-tag"]).toBe(plain.headers["x-robots-tag"]);
    return plain.headers["x-robots-tag"];
  };
  const app: RequestListener = ({ url }, response) => {
    if (url === "/own") response.setHeader("X-Robots-Tag", "nofollow");
    response.end("page");
  };
  await bed.serve("demo", app);
  await bed.serve("open", app, { indexable: true });
  expect(await tagOf("demo")).toBe("noindex");
  expect(await tagOf("demo", "/own")).toBe("nofollow");
  expect(await tagOf("open")).toBeUndefined();
  expect(await tagOf("open", "/own")).toBe("nofollow");
});

test("the periodic checks do not keep a process running, and end with the edge", async () => {
  const begin = vi.spyOn(globalThis, "setInterval");
  const end = vi.spyOn(globalThis, "clearInterval");
  const bed = await createTestbed();
  const timers = begin.mock.results.map(({ value }) => value as NodeJS.Timeout);
  expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
  expect(begin.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([1_000]);
  await bed[Symbol.asyncDispose]();
  expect(end.mock.calls).toEqual([[timers[0]]]);
  vi.restoreAllMocks();
});
