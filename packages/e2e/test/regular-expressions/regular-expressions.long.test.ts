import { analyse } from "scslre";
import { expect, test } from "vitest";
import { composers, shortTexts } from "./short-texts.ts";
import { findExpressions } from "./sources.ts";

const { literals, composed } = findExpressions();
const isExcused = ({ file, source }: { file: string; source: string }) =>
  shortTexts.some((short) => short.file === file && short.source === source);

test("no regular expression is slow on a text made for it", () => {
  expect(literals.length).toBeGreaterThan(300);
  const slow = literals.filter(
    (found) => !isExcused(found) && analyse({ source: found.source, flags: found.flags }).reports.length > 0,
  );
  expect(slow.map(({ file, line, source }) => `${file}:${line} /${source}/`)).toEqual([]);
});

test("every exception belongs to an existing expression", () => {
  const stale = shortTexts.filter(
    ({ file, source }) => !literals.some((found) => found.file === file && found.source === source),
  );
  expect(stale).toEqual([]);
});

test("expressions are built dynamically only where input from outside has no influence", () => {
  expect([...new Set(composed)].sort()).toEqual(composers.map(({ file }) => file));
});
