import { hash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer } from "../../src/server.ts";

async function pagesOf(publicUrl: string, packagesPublished = false): Promise<string> {
  await using server = await createServer({ storage: "memory:", smtp: false, publicUrl, packagesPublished });
  const open = async (path: string) => (await server.fetch(new Request(`http://desk.test${path}`))).text();
  const pages = ["/", "/docs", "/llms.txt", "/downloads/svc-tunnel-skill.md", "/openapi.yaml", "/openapi.json"];
  return (await Promise.all(pages.map(open))).join("\n");
}

describe("the download commands on pages", () => {
  it.each(["https://desk.example.com", "http://localhost:9000", "http://127.0.0.1:9000"])(
    "load %s from the server itself, and from no registry",
    async (url) => {
      const pages = await pagesOf(url);
      expect(pages).toContain(`npx -y ${url}/downloads/frontdesk-mcp.tgz`);
      expect(pages).toContain(`npx -y ${url}/downloads/frontdesk-tunnel.tgz`);
      expect(pages).not.toMatch(/(npx|npm|pnpm|yarn|bunx)[^\n]* @frontdesk\//);
    },
  );

  it("are omitted if the server's URL is plain http, and the page says why", async () => {
    const pages = await pagesOf("http://desk.example.com");
    expect(pages).not.toContain("npx");
    expect(pages).toMatch(/plain http, so do not run programs from it/);
    expect(pages).toContain("frontdesk-tunnel -p 3000");
  });

  it("name the registry's packages at this server's version, once the operator says that they are published", async () => {
    const pages = await pagesOf("http://desk.example.com", true);
    for (const name of ["mcp", "cli", "tunnel"]) expect(pages).toMatch(new RegExp(`npx -y @frontdesk/${name}@\\d`));
    expect(pages).toMatch(/npm install @frontdesk\/sdk@\d/);
    expect(pages).not.toContain("/downloads/frontdesk-");
  });

  it("do not match any other file", async () => {
    await using server = await createServer({ storage: "memory:", smtp: false });
    for (const file of ["index.json", "..%2Findex.js", "frontdesk-server.tgz", "frontdesk-mcp-0.0.0-000000000000.tgz"])
      expect((await server.fetch(new Request(`http://desk.test/downloads/${file}`))).status).toBe(404);
  });
});

describe("each client that SHA256SUMS lists", () => {
  /** Opens a server and lists its clients by name: their file names and digests. */
  async function openClients() {
    const publicUrl = "https://desk.example.com";
    const server = await createServer({ storage: "memory:", smtp: false, publicUrl });
    onTestFinished(() => server.close());
    const download = (file: string) => server.fetch(new Request(`http://desk.test/downloads/${file}`));
    const lines = (await (await download("SHA256SUMS")).text()).trim().split("\n");
    const clients = lines.map((line) => {
      const [, digest = "", file = "", name = ""] = /^(\w{64}) {2}(frontdesk-(\w+)-.*)$/.exec(line) ?? [];
      return { digest, file, name };
    });
    expect(clients.map(({ name }) => name)).toEqual(expect.arrayContaining(["cli", "mcp", "sdk", "tunnel"]));
    return { download, clients, publicUrl };
  }

  it("is found by its name alone, by a redirect that no cache keeps", async () => {
    const { download, clients, publicUrl } = await openClients();
    for (const { file, name } of clients) {
      const { status, headers } = await download(`frontdesk-${name}.tgz`);
      expect([status, headers.get("location")]).toEqual([302, `${publicUrl}/downloads/${file}`]);
      expect(headers.get("cache-control")).toBe("no-cache");
    }
  });

  it("has this digest, and is cached permanently", async () => {
    const { download, clients } = await openClients();
    for (const { file, digest } of clients) {
      const response = await download(file);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([file, hash("sha256", bytes, "hex")]).toEqual([file, digest]);
      expect(response.headers.get("content-type")).toBe("application/gzip");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000");
    }
  });

  it("is listed in a file that caches soon load again", async () => {
    const { download } = await openClients();
    expect((await download("SHA256SUMS")).headers.get("cache-control")).toBe("public, max-age=300");
  });
});
