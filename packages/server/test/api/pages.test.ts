import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { document, yaml } from "@frontdesk/contract/document";
import { beforeEach, describe, expect, it } from "vitest";
import { type Desk, deliver, fragileStorage, openDesk } from "./harness.ts";

const publicUrl = "https://desk.test";
let desk: Desk;

beforeEach(async () => {
  desk = await openDesk({ publicUrl, mailDomain: "mail.desk.test", tunnelDomain: "t.desk.test", publicMetrics: true });
});

/** As a stranger asks, without any key. */
const open = (path: string, headers = {}) => desk.call("GET", path, { token: null, headers });

describe("/healthz", () => {
  it("says that the server is ready", async () => {
    expect(await open("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("responds 503 while the storage fails, without its message, and 200 again after", async () => {
    const fragile = fragileStorage();
    desk = await openDesk({ storage: fragile.storage });
    fragile.break();
    const { status, body, headers } = await open("/healthz");
    expect([status, body]).toEqual([503, { status: "unavailable", error: "The storage rejects writes." }]);
    expect(headers.get("cache-control")).toBe("no-store");
    fragile.mend();
    // A finding holds for a second.
    await expect.poll(async () => (await open("/healthz")).status).toBe(200);
  });
});

describe("the contract", () => {
  it("is served as YAML and as JSON with the same content, with this server's own URL", async () => {
    const [asYaml, asJson] = [await open("/openapi.yaml"), await open("/openapi.json")];
    expect(asYaml.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
    expect(asYaml.body).toMatch(/^servers:\n {2}- url: https:\/\/desk\.test$/m);
    expect(asYaml.body.replace(publicUrl, "http://localhost:8787")).toBe(yaml);
    expect(asJson.headers.get("content-type")).toBe("application/json");
    expect(asJson.body.servers).toMatchObject([{ url: publicUrl }]);
    expect({ ...asJson.body, servers: document.servers }).toEqual(document);
  });

  it.each(["/openapi.yaml", "/openapi.json"])(
    "is sent compressed at %s, and not again to a client that has it",
    async (path) => {
      const get = (headers: Record<string, string> = {}, method = "GET") =>
        desk.server.fetch(new Request(`http://desk.test${path}`, { method, headers }));
      const plain = await get();
      expect(plain.headers.get("content-encoding")).toBeNull();
      const text = await plain.text();
      const forms = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const encoding of ["br", "gzip"] as const) {
        const answer = await get({ "accept-encoding": encoding });
        expect(answer.headers.get("content-encoding")).toBe(encoding);
        expect(answer.headers.get("vary")).toBe("accept-encoding");
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.length).toBeLessThan(text.length / 4);
        expect(forms[encoding](bytes).toString()).toBe(text);
        const etag = answer.headers.get("etag") ?? "";
        expect(etag).not.toBe(plain.headers.get("etag"));
        const again = await get({ "accept-encoding": encoding, "if-none-match": etag });
        expect([again.status, await again.text()]).toEqual([304, ""]);
      }
      const head = await get({}, "HEAD");
      expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", plain.headers.get("etag")]);
    },
  );

  it("is readable by a page of any origin", async () => {
    for (const path of ["/openapi.yaml", "/openapi.json", "/llms.txt"])
      expect((await open(path)).headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("the page at / without a dashboard", () => {
  beforeEach(async () => {
    const plain = { publicUrl, mailDomain: "mail.desk.test", tunnelDomain: "t.desk.test", publicMetrics: true };
    desk = await openDesk({ ...plain, dashboard: false });
  });

  it("lists the server's pages, and every link works", async () => {
    const { body } = await open("/");
    expect(body).toContain("@mail.desk.test");
    expect(body).toContain("t.desk.test");
    expect(body).toContain(`curl -X POST ${publicUrl}/svc-api/mailbox/register`);
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toContain("/docs");
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
  });

  it("escapes the operator's texts", async () => {
    desk = await openDesk({ publicUrl: 'http://desk.test/<b>&"', dashboard: false });
    expect((await open("/")).body).toContain("http://desk.test/&#60;b&#62;&#38;&#34;/svc-api");
  });
});

describe("the pages for AI agents", () => {
  it("are listed with the digest of what is served, and can be cached", async () => {
    const { $schema, skills } = (await open("/.well-known/agent-skills/index.json")).body;
    expect($schema).toContain("agentskills.io");
    expect(skills).toHaveLength(1);
    expect(skills[0].name).toMatch(/^[a-z][a-z-]+$/);
    expect(skills[0].description.length).toBeGreaterThan(20);
    const skill = await open(skills[0].url);
    expect(skills[0].digest).toBe(`sha256:${createHash("sha256").update(skill.body).digest("hex")}`);
    const url = `http://desk.test${skills[0].url}`;
    const head = await desk.server.fetch(new Request(url, { method: "HEAD" }));
    const etag = head.headers.get("etag") ?? "";
    expect([head.status, await head.text(), etag]).toEqual([200, "", skill.headers.get("etag")]);
    const again = await desk.server.fetch(new Request(url, { headers: { "if-none-match": etag } }));
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("include an overview whose links all work", async () => {
    const { body, headers } = await open("/llms.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const links = [...body.matchAll(/\]\(https:\/\/desk\.test([^)]+)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
    const own = await openDesk({ mailDomain: "mail.test", tunnelDomain: "tunnels.test" });
    expect(await (await own.server.fetch(new Request("http://desk.test/llms.txt"))).text()).toMatch(
      /codes\s+under mail\.test, and put a local port\s+under tunnels\.test/,
    );
  });
});

describe("/metrics", () => {
  it("count requests by operation and status, and the pending waits", async () => {
    const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
    for (let times = 0; times < 2; times++) await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
    const waiting = desk.call("GET", "mail/recent?wait=20", { token: mailbox.token });
    await expect.poll(desk.server.services.mail.pending).toBe(1);
    const { body, headers } = await open("/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(body).toContain('frontdesk_http_request_seconds_count{operation="registerMailbox",status="200"} 1\n');
    expect(body).toContain('frontdesk_http_request_seconds_count{operation="registerMailbox",status="409"} 2\n');
    expect(body).toContain('frontdesk_pending_waits{channel="mail"} 1\n');
    await deliver(desk, "signup");
    await waiting;
    expect((await open("/metrics")).body).toContain('frontdesk_pending_waits{channel="mail"} 0\n');
    const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
    const waitingForSms = desk.call("GET", "sms/recent?wait=20", { token: sms_token.token });
    await expect.poll(desk.server.services.sms.pending).toBe(1);
    expect((await open("/metrics")).body).toContain('frontdesk_pending_waits{channel="sms"} 1\n');
    const sms = { phone: "5550100000", sender: "SHOP", body: "Code 7731" };
    await desk.call("POST", "sms/push", { token: sms_token.token, body: sms });
    await waitingForSms;
  });

  it("contain no mailbox, no sender and no key", async () => {
    const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
    await deliver(desk, "signup", { sender: "ann@shop.test" });
    await desk.call("GET", "mail/recent", { token: mailbox.token });
    const { body } = await open("/metrics");
    for (const secret of ["signup", "ann@", mailbox.token, mailbox.id]) expect(body).not.toContain(secret);
  });
});

describe("/tls/ask", () => {
  it("allows the API's own host and registered names, and no other", async () => {
    const asked = async (domain: string) => (await open(`/tls/ask?domain=${domain}`)).status;
    expect([await asked("desk.test"), await asked("DESK.test"), await asked("other.test"), await asked("")]).toEqual([
      200, 200, 404, 404,
    ]);
  });

  it("allows no certificate for the API's host if its public URL is plain http", async () => {
    desk = await openDesk({ publicUrl: "http://desk.test" });
    expect((await open("/tls/ask?domain=desk.test")).status).toBe(404);
  });

  it.each([
    ["X-Forwarded-For", "203.0.113.7"],
    ["X-Forwarded-Proto", "https"],
    ["Forwarded", "for=203.0.113.7"],
    ["Via", "1.1 proxy"],
    ["X-Real-IP", "203.0.113.7"],
    ["CF-Connecting-IP", "203.0.113.7"],
    ["CDN-Loop", "edge"],
  ])("rejects a request from a proxy that sends only %s", async (name, value) => {
    expect((await open("/tls/ask?domain=desk.test", { [name]: value })).status).toBe(403);
  });
});

it("an unknown or invalid path is rejected in the format of every error", async () => {
  expect(await open("/nothing")).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await open("/svc-api/subdomain/check/%E0%A4%A")).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
});

it("shows /metrics to nobody by default", async () => {
  desk = await openDesk({ dashboard: false });
  expect((await open("/metrics")).status).toBe(404);
  expect((await open("/")).body).not.toContain("/metrics");
});

it.each(["/", "/docs", "/pair"])(
  "%s runs only its own scripts, cannot be framed, and has the right content type",
  async (path) => {
    const { headers } = await open(path);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);

it.each([
  "/openapi.json",
  "/llms.txt",
  "/healthz",
  "/nothing",
  "/svc-api/server/version",
  "/svc-api/account",
  "/docs/nothing",
  "/assets/nothing.js",
])("%s has the right content type", async (path) => {
  expect((await open(path)).headers.get("x-content-type-options")).toBe("nosniff");
});
