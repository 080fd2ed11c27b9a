import { H3 } from "h3";
import { expect, test, vi } from "vitest";
import { attachDownloads } from "../../src/http/downloads.ts";
import { Problem } from "../../src/problem.ts";

const files = vi.hoisted(() => [
  { name: "tunnel", file: "frontdesk-tunnel-1.0.0-aaaa.tgz", sha256: "a".repeat(64) },
  { name: "mcp", file: "frontdesk-mcp-1.0.0-bbbb.tgz", sha256: "b".repeat(64) },
]);

// As if the server was built: only the second of the folders has the list.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return {
    ...real,
    readFileSync(file: URL | string, encoding: BufferEncoding) {
      if (String(file).endsWith("/dist/downloads/index.json")) return JSON.stringify(files);
      return real.readFileSync(file, encoding);
    },
  };
});
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<object>()),
  readFile: async (file: URL) => Buffer.from(`content of ${file.pathname.split("/").at(-1)}`),
}));

function open() {
  const app = new H3();
  attachDownloads(app, { facts: { publicUrl: "https://desk.test" } as Parameters<typeof attachDownloads>[1]["facts"] });
  return (file: string) => app.fetch(new Request(`https://desk.test/downloads/${file}`));
}

test.each([
  [
    "SHA256SUMS",
    files.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""),
    { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  ],
  [
    "frontdesk-mcp-1.0.0-bbbb.tgz",
    "content of frontdesk-mcp-1.0.0-bbbb.tgz",
    { "content-type": "application/gzip", "cache-control": "public, max-age=31536000" },
  ],
])("%s may be kept as long as it stays the same, by pages of any origin", async (file, body, headers) => {
  const response = await open()(file);
  expect([response.status, await response.text()]).toEqual([200, body]);
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...headers, "access-control-allow-origin": "*" });
});

test("a name without a version leads to the current file, and no cache keeps that", async () => {
  const { status, headers } = await open()("frontdesk-tunnel.tgz");
  expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
    302,
    "https://desk.test/downloads/frontdesk-tunnel-1.0.0-aaaa.tgz",
    "no-cache",
  ]);
});

test.each(["frontdesk-cli.tgz", "frontdesk-tunnel-0.9.0-cccc.tgz", "index.json", "tunnel"])(
  "%s is no download",
  async (file) => {
    const thrown: unknown[] = [];
    const app = new H3({ onError: (error) => void thrown.push(error.cause) });
    attachDownloads(app, { facts: {} as Parameters<typeof attachDownloads>[1]["facts"] });
    await app.fetch(new Request(`https://desk.test/downloads/${file}`));
    expect(thrown).toEqual([expect.any(Problem)]);
    expect(thrown).toMatchObject([{ code: "not_found" }]);
  },
);
