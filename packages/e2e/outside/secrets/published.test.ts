import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../test/documents.ts";
import { pack } from "../tarballs/unpack.ts";

const names = ["sdk", "testing", "tunnel", "server", "mcp", "cli"];
const MARK = "TarballCanary7Secret";
/** What stands about in the folders of people who try things out. */
const litter = [".env", ".npmrc", "frontdesk.key", "data/data.mdb", "src/.env"];

/** Every file of a tarball, as one text. */
function contentOf(tarball: string): string {
  return execFileSync("tar", ["xzOf", tarball], { encoding: "latin1", maxBuffer: 1e9 });
}

test("published packages contain no stray files, and no path of the machine that built them", () => {
  const added: string[] = [];
  onTestFinished(() => {
    for (const path of added) rmSync(path, { recursive: true, force: true });
  });
  for (const name of names)
    for (const path of litter) {
      const place = join(root, "packages", name, path);
      mkdirSync(join(place, ".."), { recursive: true });
      writeFileSync(place, `NPM_TOKEN=${MARK}\n`, { flag: "wx" });
      added.push(path.startsWith("data/") ? join(place, "..") : place);
    }
  const tarballs = pack(...names);
  expect(Object.keys(tarballs).sort()).toEqual([...names].sort());
  for (const [name, tarball] of Object.entries(tarballs)) {
    const content = contentOf(tarball);
    expect(content.length).toBeGreaterThan(10_000);
    const found = [MARK, root].filter((secret) => content.includes(secret));
    expect([name, found]).toEqual([name, []]);
  }
});

test("nor do the clients that the server offers for download", () => {
  const folder = join(root, "packages/server/dist/downloads");
  const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  expect(tarballs.length).toBeGreaterThan(2);
  for (const file of tarballs) expect([file, contentOf(join(folder, file)).includes(root)]).toEqual([file, false]);
});
