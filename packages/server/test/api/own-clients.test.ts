import { describe, expect, it } from "vitest";
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
