import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

test("what the server loads late is part of its bundle", () => {
  // Node 20 resolves no symbolic links after it has looked at a pipe, so a package outside of the bundle finds no dependencies.
  const lines = execFileSync("git", ["grep", "-hoE", 'import\\("[^"]+"\\)', "--", "packages/server/src"], {
    cwd: root,
    encoding: "utf8",
  });
  const names = [...lines.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !/^(?:\.|node:|@frontdesk\/)/.test(name))).toEqual([]);
});
