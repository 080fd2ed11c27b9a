import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toPairPage } from "../../src/http/pair-page.ts";
import { createServer } from "../../src/index.ts";

const log = { info() {}, warn() {}, error() {} };
const open = (companionApk: string) =>
  createServer({ storage: "memory:", smtp: false, publicUrl: "https://desk.example.com", companionApk, log });
const makeApk = async () => {
  const file = join(await mkdtemp(join(tmpdir(), "frontdesk-apk-")), "app.apk");
  await writeFile(file, "an app");
  return { file, digest: createHash("sha256").update("an app").digest("hex") };
};

/** The page's own script, run on a page of its own with this address. */
async function openPage(hash: string) {
  await using server = await open("/nowhere");
  const page = await (await server.fetch(new Request("http://desk.test/pair"))).text();
  const script = /<script>([\s\S]*)<\/script>/.exec(page)![1]!;
  const elements: Record<string, { hidden?: boolean; href?: string; textContent?: string }> = {};
  runInNewContext(script, {
    location: { hash, href: `https://desk.example.com/pair${hash}` },
    document: {
      body: { dataset: { server: /data-server="([^"]*)"/.exec(page)![1]! } },
      getElementById: (id: string) => (elements[id] ??= {}),
    },
    navigator: {},
    URLSearchParams,
    decodeURIComponent,
  });
  return elements;
}

test("the page passes server, code and numbers to the app, from the part of the URL that no server sees", async () => {
  const page = await openPage("#Vb3kQ0example5example0A/5550123456,5550987654");
  const link = new URL(page.open!.href!);
  expect({ scheme: link.protocol, host: link.host, ...Object.fromEntries(link.searchParams) }).toEqual({
    scheme: "frontdesk:",
    host: "pair",
    server: "https://desk.example.com",
    code: "Vb3kQ0example5example0A",
    phones: "5550123456,5550987654",
  });
  expect(page.phones!.textContent).toBe("SIM 1: 5550123456, SIM 2: 5550987654");
  expect(page.ready!.hidden).toBe(false);
});

test("the page shows the server's URL as text, whatever is in it", () => {
  const server = `https://desk.example.com"><script>alert(1)</script>`;
  const page = toPairPage({ server, apk: null });
  expect(page).not.toContain("<script>alert");
  expect(page).toMatch(/<body data-server="https:\/\/desk\.example\.com&[^"<>]*">/);
});

test("the page explains itself if there is no code, and ignores anything that is not a number", async () => {
  expect(Object.keys((await openPage("")) ?? {})).toContain("empty");
  const odd = await openPage("#Vb3kQ0example5example0A/<img src=x>,javascript:alert(1)");
  expect(odd.open!.href).not.toContain("phones");
});

test("the page runs and loads nothing but its own files, sends no referrer, and is not cached", async () => {
  await using server = await open("/nowhere");
  const { headers } = await server.fetch(new Request("http://desk.test/pair"));
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/,
  );
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("the app is served with its digest if it was built", async () => {
  const { file, digest } = await makeApk();
  await using server = await open(file);
  const path = "http://desk.test/downloads/frontdesk-companion.apk";
  const got = await server.fetch(new Request(path));
  expect(got.headers.get("content-type")).toBe("application/vnd.android.package-archive");
  expect(got.headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`);
  expect(await got.text()).toBe("an app");
  const head = await server.fetch(new Request(path, { method: "HEAD" }));
  expect([head.headers.get("content-length"), await head.text()]).toEqual(["6", ""]);
  expect(await (await server.fetch(new Request(`${path}.sha256`))).text()).toBe(`${digest}  frontdesk-companion.apk\n`);
  expect(await (await server.fetch(new Request("http://desk.test/pair"))).text()).toContain(digest);
});

test("an app that is built again while the server runs is served at once, with its own digest", async () => {
  const { file } = await makeApk();
  await using server = await open(file);
  const read = async (ending = "") =>
    (await server.fetch(new Request(`http://desk.test/downloads/frontdesk-companion.apk${ending}`))).text();
  expect(await read()).toBe("an app");
  await writeFile(file, "a newer app");
  expect(await read()).toBe("a newer app");
  expect(await read(".sha256")).toContain(createHash("sha256").update("a newer app").digest("hex"));
});

test("if it was not built, the response says how to", async () => {
  await using server = await open("/nowhere");
  for (const path of ["frontdesk-companion.apk", "frontdesk-companion.apk.sha256"]) {
    const answer = await server.fetch(new Request(`http://desk.test/downloads/${path}`));
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("companion:build")]);
  }
});
