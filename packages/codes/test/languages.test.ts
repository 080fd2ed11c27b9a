import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractCode, extractLink } from "../src/all.ts";

interface Language {
  tag: string;
  /** What stands before a code. */
  code: string;
  /** A number that is called something else. */
  none: string;
  /** What a mail says before its button, and what the button says. */
  link: [lead: string, button: string];
}

const folder = new URL("./languages/", import.meta.url);
const languages = readdirSync(folder).flatMap((file) => readLanguages(readFileSync(new URL(file, folder), "utf8")));

describe.each(languages)("in $tag", ({ code, none, link: [lead, button] }) => {
  it.each(["551029", "0472", "A7K2Q9", "K3W9PZ71QX", "123-456-789", "BCDF-GHJK"])("finds the code %s", (value) => {
    const typed = /[A-Z]/.test(value) ? value : value.replaceAll("-", "");
    expect(extractCode(`${code} ${value}`)).toBe(typed);
    expect(extractCode(`${code}\n\n${value}\n\nNorthwind`)).toBe(typed);
    expect(extractCode(`<p>${code}</p><p><b>${value}</b></p>`, { format: "html" })).toBe(typed);
  });

  it("takes no number that is called something else", () => {
    expect(extractCode(none)).toBeNull();
  });

  it("finds the link", () => {
    const url = "https://help.larkspur.example/go/Zk9x77abQ2mWp4Lr_";
    const html = `<p>${lead}</p><p><a href="${url}">${button}</a></p><p><a href="https://larkspur.example/a">Northwind</a></p>`;
    expect(extractLink(html, { format: "html" })).toBe(url);
    expect(extractLink(`${lead}\n\n${button} [${url}]\n\nNorthwind [https://larkspur.example/a]`)).toBe(url);
  });
});

it("knows eighty languages", () => {
  expect(new Set(languages.map(({ tag }) => tag)).size).toBeGreaterThanOrEqual(80);
});

function readLanguages(text: string): Language[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [tag = "", ...lines] = block.trim().split("\n");
      const line = (name: string) => lines.find((each) => each.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      const [lead = "", button = ""] = line("link").split(" | ");
      return { tag, code: line("code"), none: line("none"), link: [lead, button] };
    });
}
