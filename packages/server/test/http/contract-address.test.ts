import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openDesk } from "../api/harness.ts";

test.each(["/openapi.yaml", "/openapi.json"])(
  "%s is written again in every format once the URL is known",
  async (path) => {
    const { server } = await openDesk({ publicUrl: "http://localhost:1" });
    const get = (headers: Record<string, string> = {}) =>
      server.fetch(new Request(`http://desk.test${path}`, { headers }));
    const packed = async () =>
      gunzipSync(Buffer.from(await (await get({ "accept-encoding": "gzip" })).arrayBuffer())).toString();
    const [before, text] = [await get(), await packed()];
    expect(text).toContain("http://localhost:1");
    expect(await before.text()).toBe(text);
    server.services.facts.publicUrl = "http://localhost:2";
    const after = await get({ "if-none-match": before.headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(await after.text()).toContain("http://localhost:2");
    expect(await packed()).toContain("http://localhost:2");
  },
);

test.each(["/openapi.yaml", "/openapi.json"])("each format of %s has its own ETag", async (path) => {
  const { server } = await openDesk();
  const ask = (headers: Record<string, string>, method = "GET") =>
    server.fetch(new Request(`http://desk.test${path}`, { method, headers }));
  const tags = new Set<string>();
  for (const encoding of ["", "gzip", "br"]) {
    const answer = await ask({ "accept-encoding": encoding });
    const tag = answer.headers.get("etag") ?? "";
    tags.add(tag);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      vary: "accept-encoding",
      "cache-control": "no-cache",
    });
    expect((await ask({ "accept-encoding": encoding, "if-none-match": tag })).status).toBe(304);
    const head = await ask({ "accept-encoding": encoding }, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
    const other = encoding === "" ? "gzip" : "";
    expect((await ask({ "accept-encoding": other, "if-none-match": tag })).status).toBe(200);
  }
  expect(tags.size).toBe(3);
});

test("the document names this server as the only one, in both formats", async () => {
  const { server } = await openDesk({ publicUrl: "https://desk.test/base" });
  const read = async (path: string) => (await server.fetch(new Request(`http://desk.test${path}`))).text();
  const { servers, openapi } = JSON.parse(await read("/openapi.json"));
  expect([servers, openapi]).toEqual([[{ url: "https://desk.test/base", description: "This server" }], "3.1.0"]);
  const yaml = await read("/openapi.yaml");
  expect(/^servers:\n(.*)\n/m.exec(yaml)?.[1]?.trim()).toBe("- url: https://desk.test/base");
});
