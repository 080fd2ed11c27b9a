import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { describe, expect, it } from "vitest";
import { makeFolder, pack, unpackInto } from "./unpack.ts";

const folder = makeFolder("bundles");
unpackInto(folder, pack("sdk"));

/** Bytes of the SDK that a page loads first: the entry with its static imports, minified and gzipped. */
const limit = 14_050;

/** What a bundler makes of a program: its own file, and what it loads when it needs it. Bytes as they are sent. */
async function bundle(program: string, options: BuildOptions = {}) {
  writeFileSync(join(folder, "program.js"), program);
  const { outputFiles = [] } = await build({
    entryPoints: [join(folder, "program.js")],
    outdir: join(folder, "out"),
    bundle: true,
    write: false,
    minify: true,
    charset: "utf8",
    format: "esm",
    splitting: true,
    platform: "browser",
    ...options,
  });
  const entry = outputFiles.find(({ path }) => path.endsWith("program.js"))!;
  // What the entry imports at once is loaded with it.
  const atOnce = (text: string): string[] =>
    [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name!);
  const first = new Map([[entry.path, entry]]);
  for (const file of first.values())
    for (const name of atOnce(file.text)) {
      const found = outputFiles.find(({ path }) => path.endsWith(name))!;
      first.set(found.path, found);
    }
  const size = (files: Iterable<{ contents: Uint8Array }>) =>
    [...files].reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0);
  const later = outputFiles.filter(({ path }) => !first.has(path));
  return { text: outputFiles.map(({ text }) => text).join("\n"), first: size(first.values()), later: size(later) };
}

describe("what bundlers make of the SDK", () => {
  it("keeps code extraction out of what a page loads first", async () => {
    const { first, later } = await bundle(
      `import { openMailbox } from "@frontdesk/sdk"; globalThis.open = openMailbox;`,
    );
    console.log(`openMailbox: ${first} bytes first, ${later} bytes with the first wait for a code, gzip`);
    expect(first).toBeLessThan(limit);
    expect(later).toBeGreaterThan(5 * 1024);
  });

  it("stays within the size limit for the whole SDK, before a code is waited for", async () => {
    const { first } = await bundle(`export * from "@frontdesk/sdk";`);
    console.log(`everything but the finder: ${first} bytes, gzip`);
    expect(first).toBeLessThanOrEqual(limit);
  });

  it("includes code extraction without the client", async () => {
    const { first, text } = await bundle(`export { extractCodes } from "@frontdesk/sdk/codes";`);
    console.log(`the finder: ${first} bytes, gzip`);
    expect(text).not.toContain("/svc-api/");
  });

  it("includes nothing if nothing is used", async () => {
    expect((await bundle(`import "@frontdesk/sdk";`)).first).toBeLessThan(64);
  });

  it.each([
    ["browsers", {}],
    ["workers", { conditions: ["workerd", "worker", "browser"] }],
  ])("contains no import that only works in Node, for %s", async (_name, options) => {
    const { text } = await bundle(`export * from "@frontdesk/sdk";`, { minify: false, ...options });
    // A worker's module loader refuses an import whose name it cannot read.
    expect([...text.matchAll(/\bimport\(\s*(?!["'])/g)].map(([found]) => found)).toEqual([]);
    expect(text).not.toContain("node:");
  });

  it("imports the optional tunnel package only at run time, in a server's bundle", async () => {
    const { text } = await bundle(`export * from "@frontdesk/sdk";`, { platform: "node", minify: false });
    expect(text).toContain('"@frontdesk/tunnel"');
  });
});
