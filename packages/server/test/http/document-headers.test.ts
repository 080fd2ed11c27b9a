import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBuiltFiles } from "../../src/http/built-files.ts";
import { openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";

const { dir } = temporaryFolder();
const companionApk = join(dir, "app.apk");
writeFileSync(companionApk, "an app");

async function open() {
  const desk = await openDesk({ companionApk, publicUrl: "https://desk.test", publicMetrics: true });
  onTestFinished(() => desk.server.close());
  return (path: string, method = "GET") => desk.server.fetch(new Request(`http://desk.test${path}`, { method }));
}

const noSniffing = { "x-content-type-options": "nosniff" };
const common = { ...noSniffing, "access-control-allow-origin": "*" };
const etag = expect.stringMatching(/^"[\w-]{32}"$/);
const page = {
  ...common,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join("; "),
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), clipboard-write=(self)",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  vary: "accept-encoding",
  etag,
};
const contract = { ...common, "cache-control": "no-cache", vary: "accept-encoding", etag };

// All headers, so that one that is missing, wrong or too many fails.
test.each<[path: string, headers: object, method?: string]>([
  ["/", { ...page, "cache-control": "no-cache", "cross-origin-opener-policy": "same-origin" }],
  ["/connect", { ...page, "cache-control": "no-store" }],
  [
    "/pair",
    {
      ...noSniffing,
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
  ],
  [
    "/downloads/frontdesk-companion.apk",
    {
      ...common,
      "content-disposition": 'attachment; filename="frontdesk-companion.apk"',
      "content-length": "6",
      "content-type": "application/vnd.android.package-archive",
      "repr-digest": expect.stringMatching(/^sha-256=:.{44}:$/),
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    },
  ],
  ["/downloads/frontdesk-companion.apk.sha256", { ...common, "content-type": "text/plain; charset=utf-8" }],
  ["/openapi.yaml", { ...contract, "content-type": "application/yaml; charset=utf-8" }],
  ["/openapi.json", { ...contract, "content-type": "application/json" }],
  ["/metrics", { ...noSniffing, "content-type": "text/plain; version=0.0.4; charset=utf-8" }],
  [
    "/mcp",
    {
      ...common,
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
      "access-control-max-age": "86400",
    },
    "OPTIONS",
  ],
  [
    "/mcp",
    {
      ...common,
      "access-control-expose-headers": "www-authenticate, mcp-session-id, mcp-protocol-version",
      "cache-control": "no-store",
      "content-type": "application/json",
      "www-authenticate": expect.stringMatching(/^Bearer resource_metadata="https:\/\/desk\.test\//),
    },
  ],
])("%s has these headers and no others", async (path, headers, method) => {
  const ask = await open();
  expect(Object.fromEntries((await ask(path, method)).headers)).toEqual(headers);
});

test("the name of a client package leads to its file, which caches keep for a year", async () => {
  const ask = await open();
  const { status, headers } = await ask("/downloads/frontdesk-mcp.tgz");
  const location = headers.get("location") ?? "";
  expect([status, Object.fromEntries(headers)]).toEqual([302, { ...common, "cache-control": "no-cache", location }]);
  expect(location).toMatch(/^https:\/\/desk\.test\/downloads\/frontdesk-mcp-.*\.tgz$/);
  expect(Object.fromEntries((await ask(new URL(location).pathname)).headers)).toEqual({
    ...common,
    "cache-control": "public, max-age=31536000",
    "content-type": "application/gzip",
  });
});

test.each([
  ["page.html", "text/html; charset=utf-8"],
  ["app.js", "text/javascript; charset=utf-8"],
  ["app.css", "text/css; charset=utf-8"],
  ["icon.svg", "image/svg+xml"],
])("the built file %s is served as %s", async (name, type) => {
  const { dir: folder } = temporaryFolder();
  writeFileSync(join(folder, name), "x");
  const files = openBuiltFiles([new URL(`file://${folder}/`)]);
  const response = await files?.respond(name, new Request("http://desk.test/"), {});
  expect([files?.has(name), response?.headers.get("content-type")]).toEqual([true, type]);
});
