import { describe, expect, test } from "vitest";
import { readHtml } from "../src/index.ts";

const textOf = (html: string) => readHtml(html).text.replace(/\s+/g, " ").trim();
const cells = [
  ["td", "<table><tr><td>", "</td></tr></table>"],
  ["th", "<table><tr><th>", "</th></tr></table>"],
  ["caption", "<table><caption>", "</caption></table>"],
  ["table", "<table>", "</table>"],
] as const;
const names = ["div", "b", "span", "section", "center"];
const cases = cells.flatMap(([cell, opens, closes]) => names.map((name) => ({ cell, name, opens, closes })));

describe("a closing tag inside of a table", () => {
  test.each(cases)("</$name> in a $cell does not close a hidden element around it", ({ name, opens, closes }) => {
    const html = `<${name} hidden>1${opens}2</${name}>3${closes}4</${name}>seen`;
    expect(textOf(html)).toBe("seen");
  });

  test.each(cases)("</$name> in a $cell closes a hidden element inside it", ({ name, opens, closes }) => {
    expect(textOf(`${opens}<${name} hidden>1</${name}>seen${closes}`)).toBe("seen");
  });
});

test("</div> in a figcaption, which is no part of a table, closes a hidden element around it", () => {
  expect(textOf("<div hidden>1<figcaption>2</div>seen")).toBe("seen");
});

test("</caption> closes a caption although a cell in it is still open", () => {
  expect(textOf("<table><caption hidden>1<td>2</caption><tr><td>seen</table>")).toBe("seen");
});

test.each(["td", "tr", "table"])("</%s> closes the open hidden elements inside it", (name) => {
  expect(textOf(`<table><tr><td><b hidden><i>1</${name}>seen`)).toBe("seen");
});
