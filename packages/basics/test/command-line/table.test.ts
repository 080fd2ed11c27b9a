import { expect, test } from "vitest";
import { toTable } from "../../src/command-line/index.ts";

test("columns are as wide as their longest cell, and no line ends in spaces", () => {
  const rows = [
    { name: "signup", mails: 3, note: "" },
    { name: "a", mails: 12_345_678, note: "full" },
  ];
  expect(toTable(rows)).toEqual(["name    mails     note", "signup  3", "a       12345678  full"]);
});

test("columns are as wide as their names if those are longer than every cell", () => {
  expect(toTable([{ mailboxes: 1, used: 2 }])).toEqual(["mailboxes  used", "1          2"]);
});

test("an empty cell at the beginning of a line keeps its column", () => {
  expect(toTable([{ name: "", mails: 3 }])).toEqual(["name  mails", "      3"]);
});

test("without rows there is no header", () => {
  expect(toTable([])).toEqual([]);
});
