import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { compile, said } from "./compile.ts";
import { readSnippets } from "./documented.ts";

const snippets = readSnippets();
const of = (...languages: string[]) => snippets.filter(({ language }) => languages.includes(language));

test("every TypeScript snippet compiles unchanged, under the strictest options", () => {
  expect(of("ts").length).toBeGreaterThanOrEqual(5);
  expect(compile(of("ts"))).toBe("");
});

test.each(of("sh"))("$place is a script that a shell can read", ({ code }) => {
  expect(said(() => execFileSync("bash", ["-n"], { input: code, encoding: "utf8", stdio: "pipe" }))).toBe("");
});

test.each(of("json"))("$place is JSON", ({ code }) => {
  JSON.parse(code);
});

test.each(of("python"))("$place is Python", ({ code }) => {
  const compile = "import sys; compile(sys.stdin.read(), 'snippet', 'exec')";
  expect(said(() => execFileSync("python3", ["-c", compile], { input: code, encoding: "utf8", stdio: "pipe" }))).toBe(
    "",
  );
});

test.each(of("go"))("$place is Go", ({ code }) => {
  const head = `package main\nimport ("encoding/json"; "net/http"; "fmt")\nfunc main() { url, id, token := "", "", ""\n`;
  const body = `${head}${code}\nfmt.Println(answer, err) }\n`;
  expect(said(() => execFileSync("gofmt", ["-e"], { input: body, encoding: "utf8", stdio: "pipe" }))).toMatch(
    /^package main/,
  );
});
