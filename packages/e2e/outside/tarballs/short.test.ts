import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { findAny } from "./find-any.ts";
import { fixtureUsers, program as source } from "./planted-mistakes.ts";
import { linkDependencies, linkFromWorkspace, makeFolder, pack, unpackInto } from "./unpack.ts";

const names = ["sdk", "testing", "tunnel"];
const typed = [...names, "server"];
const folder = makeFolder("user");
unpackInto(folder, pack(...typed));
linkDependencies(folder, "server");
linkFromWorkspace(folder, "testing", ["@playwright/test", "vitest", "msw", "openapi-msw"]);
writeFileSync(join(folder, "program.ts"), source);
writeFileSync(join(folder, "fixtures.ts"), fixtureUsers);
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');

const declarations = [
  "sdk/dist/index",
  "sdk/dist/codes",
  "testing/dist/index",
  "tunnel/dist/index",
  "server/dist/index",
].map((entry) => join(folder, "node_modules/@frontdesk", `${entry}.d.ts`));
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  // The language's own declarations are not in question.
  skipDefaultLibCheck: true,
  noEmit: true,
  // The server takes a server of Node's; whoever has one has its declarations.
  types: ["node"],
  typeRoots: [fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url))],
};
const program = ts.createProgram([join(folder, "program.ts"), ...declarations], options);

const run = (source: string, type: "module" | "commonjs") =>
  execFileSync(process.execPath, [`--input-type=${type}`, "-e", source], { cwd: folder, encoding: "utf8" }).trim();

const useOf = `(async () => {
    const desk = await createTestFrontdesk();
    const { key, address } = await desk.frontdesk.mailboxes.register();
    const mailbox = openMailbox({ baseUrl: desk.url, key, fetch: desk.fetch });
    const { code } = await mailbox.expectCode(() => desk.deliverMail({ to: address, text: "Your code is 482913." }));
    console.log(code);
  })();`;

describe("the tarballs outside the workspace", () => {
  it("answer `require`", () => {
    const source = `const { openMailbox } = require("@frontdesk/sdk"); const { createTestFrontdesk } = require("@frontdesk/testing"); ${useOf}`;
    expect(run(source, "commonjs")).toBe("482913");
  });

  it("answer `import`", () => {
    const source = `import { openMailbox } from "@frontdesk/sdk"; import { createTestFrontdesk } from "@frontdesk/testing"; ${useOf}`;
    expect(run(source, "module")).toBe("482913");
  });

  it("can be loaded by Node, by `import` and from CommonJS", () => {
    const refused = `openTunnel({ port: 0 }).catch(({ message }) => console.log(message))`;
    const subdomain = `createFrontdesk({ baseUrl: "http://desk.test", key: "k", fetch: async () => Response.json({ success: true, subdomains: [{ id: "s", token: "svc_x" }] }) }).subdomains.list()`;
    const use = `${subdomain}.then(([first]) => first.${refused})`;
    const esm = run(`import { createFrontdesk } from "@frontdesk/sdk"; ${use}`, "module");
    const cjs = run(`const { createFrontdesk } = require("@frontdesk/sdk"); ${use}`, "commonjs");
    expect([esm, cjs]).toEqual([expect.stringMatching(/^port/), expect.stringMatching(/^port/)]);
  });

  it("report each deliberate mistake and nothing else", () => {
    const mistakes = mistakesIn(source);
    expect(reportedOf(program)).toEqual(mistakes);
    expect(mistakes.length).toBeGreaterThanOrEqual(25);
  });

  it("report the same in tests that use the fixtures and the handlers", () => {
    // What the runners declare of themselves is theirs.
    const users = ts.createProgram([join(folder, "fixtures.ts")], { ...options, skipLibCheck: true });
    expect(reportedOf(users)).toEqual(mistakesIn(fixtureUsers));
  });

  it("show no `any` in an editor", () => {
    expect(findAny(program, declarations)).toEqual([]);
  });

  it("need no package missing from their manifest, and contain each file that it names", () => {
    for (const name of names) {
      const place = join(folder, "node_modules/@frontdesk", name);
      const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
      expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(
        name === "testing" ? ["@frontdesk/sdk", "@frontdesk/server", "@frontdesk/tunnel"] : [],
      );
      expect(readdirSync(place)).toContain("LICENSE");
      expect(createRequire(join(folder, "x.js")).resolve(`@frontdesk/${name}/package.json`)).toContain(name);
    }
  });
});

function mistakesIn(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (line.endsWith("// mistake") ? [index + 1] : []));
}

/** The lines that the compiler objects to, and the whole of what it says of anything else. */
function reportedOf(checked: ts.Program): (number | string)[] {
  const places = new Set(ts.getPreEmitDiagnostics(checked).map(toPlace));
  return [...places].sort((a, b) => Number(a) - Number(b));
}

/** The line in the program, or the whole message when it is about anything else. */
function toPlace({ file, start, messageText }: ts.Diagnostic): number | string {
  const text = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (!file || !/(?:program|fixtures)\.ts$/.test(file.fileName)) return `${file?.fileName}: ${text}`;
  return file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
}
