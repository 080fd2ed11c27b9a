import { expect, test } from "vitest";
import { toPackageSpec, unsafeDownloadReason } from "../../src/agents/client-packages.ts";
import type { Services } from "../../src/context.ts";
import { parseOptions } from "../../src/options/options.ts";
import { version } from "../../src/version.ts";

const at = (publicUrl: string, packagesPublished = false) =>
  ({ facts: { publicUrl }, options: parseOptions({ packagesPublished }) }) as Pick<Services, "facts" | "options">;

test.each([
  ["https://desk.example.com", true],
  ["http://localhost:8787", true],
  ["http://desk.localhost", true],
  ["http://127.0.0.1:8787", true],
  ["http://127.8.9.10", true],
  ["http://[::1]:8787", true],
  ["http://desk.example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["http://localhost.example.com", false],
  ["http://10.0.0.7:8787", false],
])("programs from %s may be run: %s", (publicUrl, isSafe) => {
  const reason = unsafeDownloadReason(at(publicUrl));
  const warning =
    "This server's URL is plain http, so do not run programs from it. Ask its operator for https, or for a copy of the program.";
  expect(reason).toBe(isSafe ? null : warning);
});

test("once the packages are published, their names lead to the registry, and plain http does not matter", () => {
  const server = at("http://desk.example.com", true);
  expect([toPackageSpec(server, "cli"), unsafeDownloadReason(server)]).toEqual([`@frontdesk/cli@${version}`, null]);
  const spec = toPackageSpec(at("https://desk.example.com"), "cli");
  expect(spec).toBe("https://desk.example.com/downloads/frontdesk-cli.tgz");
});
