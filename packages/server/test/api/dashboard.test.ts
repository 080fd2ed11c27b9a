import { readdirSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

const folder = new URL("../../dist/dashboard/", import.meta.url);
let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  desk.server.fetch(new Request(`http://desk.test${path}`, { method, headers }));
const linksOf = (page: string) => [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link ?? "");

describe.each(["/", "/docs", "/docs/registerMailbox"])("the page at %s", (path) => {
  it("loads everything from this server, with no inline script or style", async () => {
    const page = await (await get(path)).text();
    expect(page).toContain('<div id="app">');
    expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\bon\w+=|\bstyle=/);
    const links = linksOf(page);
    expect(links.filter((link) => link.endsWith(".js")).length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link).toMatch(/^\/(?!\/)/);
      expect([link, (await get(link)).status]).toEqual([link, 200]);
    }
  });

  it("may run only its own files, and creates no HTML from text", async () => {
    const policy = (await get(path)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("is revalidated each time, and not sent again while unchanged", async () => {
    const { headers } = await get(path);
    expect(headers.get("cache-control")).toBe("no-cache");
    const again = await get(path, { "if-none-match": `"other", W/${headers.get("etag")}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await get(path, {}, "HEAD");
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", headers.get("etag")]);
  });
});

describe("a file with its hash in its name", () => {
  const script = readdirSync(folder).find((name) => /^index-.*\.js$/.test(name)) ?? "";

  it("is cached permanently, and sent in the smallest encoding that its reader accepts", async () => {
    const plain = await get(`/assets/${script}`);
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(plain.headers.get("content-encoding")).toBeNull();
    const text = await plain.text();
    const forms = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, br;q=0", "gzip"],
    ] as const) {
      const answer = await get(`/assets/${script}`, { "accept-encoding": accepted });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      expect(forms[encoding](Buffer.from(await answer.arrayBuffer())).toString()).toBe(text);
      expect(answer.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    }
  });

  it.each(["index.html", `${script}.br`, "..%2f..%2fpackage.json", "nothing.js"])("is not %s", async (name) => {
    expect((await get(`/assets/${name}`)).status).toBe(404);
  });
});

describe("the page on which a person lets an app connect", () => {
  it("is not cached, and keeps the window of the app that opened it", async () => {
    const { status, headers } = await get("/connect");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("content-security-policy")).toBe((await get("/")).headers.get("content-security-policy"));
    // With an opener policy, the browser would cut the connection between the two windows.
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect((await get("/")).headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it.each([{ oauth: "off" }, { dashboard: false }] as const)("does not exist with %j", async (options) => {
    desk = await openDesk(options);
    for (const method of ["GET", "HEAD"]) expect((await get("/connect", {}, method)).status).toBe(404);
  });
});

it("an unknown operation has no page", async () => {
  expect((await get("/docs/toString")).status).toBe(404);
});

it("a test mail is a received mail: a pending wait returns it, with its code", async () => {
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const waiting = desk.call("GET", "mail/recent?wait=20&full=true", { token: mailbox.token });
  await expect.poll(desk.server.services.mail.pending).toBe(1);
  const { code, recipient } = (await desk.call("POST", `mailbox/${mailbox.id}/test`)).body;
  const { emails } = (await waiting).body;
  expect(emails).toMatchObject([{ recipient, subject: "Your test code", codes: [{ value: code, kind: "one_time" }] }]);
  const deleter = (
    await desk.call("POST", "agent-tokens/create", { body: { name: "deleter", scopes: "mailbox:delete" } })
  ).body;
  const refused = await desk.call("POST", `mailbox/${mailbox.id}/test`, { token: deleter.agent_token.token });
  expect(refused.body.code).toBe("missing_scope");
});

it("a phone's settings match the command line's, with this inbox's key and numbers", async () => {
  const { sms_token } = (await desk.call("POST", "sms/register")).body;
  const { apps, limits } = (
    await desk.call("GET", `sms/${sms_token.id}/setup?phone=%2B1%20555%20012%203456&phone2=5550987654`)
  ).body;
  expect(apps.map(({ name }: { name: string }) => name)).toContain("incoming-sms-gateway");
  for (const { lines } of apps) expect(lines.join("\n")).toContain(sms_token.token);
  expect(apps[0].import_file).toContain("5550987654");
  // The first number is that of the first SIM.
  expect(JSON.stringify(apps)).toContain("phone=5550123456&phone2=5550987654");
  expect(limits.length).toBeGreaterThan(0);
  const wrong = await desk.call("GET", `sms/${sms_token.id}/setup?phone=5550123456&phone2=junk`);
  expect([wrong.status, wrong.body.error]).toEqual([400, "`phone2` must be a phone number of 7 to 15 digits."]);
});
