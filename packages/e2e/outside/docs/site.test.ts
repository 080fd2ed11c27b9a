import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDocuments, root } from "../../test/documents.ts";
import { meanSentenceLength } from "./sentences.ts";

const dist = `${root}site/dist/`;
/** The longest mean of words in a sentence that a page may have. */
const maxMeanWords = 18;

/** HTML of each built page by its path, such as `/how-to/mcp`. */
function readPages(): Map<string, string> {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
  return new Map(
    files.map((path) => [
      `/${path.replaceAll("\\", "/").replace(/(?:index)?\.html$/, "")}`,
      readFileSync(dist + path, "utf8"),
    ]),
  );
}

const sources = [...readDocuments().keys()].filter((path) => /^docs\/(?!packages|skill)/.test(path));
const pathOf = (source: string) => source.replace(/^docs/, "").replace(/(?:index)?\.md$/, "");

test("the site builds", () => {
  expect(process.env.FRONTDESK_SITE_BUILT).toBe("true");
  expect(sources.filter((source) => !readPages().has(pathOf(source)))).toEqual([]);
});

test("every link within the site leads to a page and a heading that exist", () => {
  const pages = readPages();
  const idsOf = (path: string) => new Set([...(pages.get(path) ?? "").matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
  let count = 0;
  const broken = [...pages].flatMap(([page, html]) => {
    const [content = ""] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
    return [...content.matchAll(/<a[^>]*\bhref="([^"]+)"/g)].flatMap(([, href = ""]) => {
      const { pathname, hash, origin } = new URL(href, `http://site${page}`);
      if (origin !== "http://site") return [];
      count++;
      const isThere = pages.has(pathname) || existsSync(dist + pathname.slice(1));
      const hasHeading = hash === "" || idsOf(pathname).has(decodeURIComponent(hash.slice(1)));
      return isThere && hasHeading ? [] : [`${page}: ${href}`];
    });
  });
  expect(count).toBeGreaterThan(500);
  expect(broken).toEqual([]);
});

test("every page is there as Markdown, and llms.txt lists it", () => {
  const index = readFileSync(`${dist}llms.txt`, "utf8");
  const full = readFileSync(`${dist}llms-full.txt`, "utf8");
  const pages = sources.map((source) => source.replace("docs/", "")).filter((path) => path !== "index.md");
  expect(pages.length).toBeGreaterThan(40);
  for (const path of pages) {
    expect(existsSync(dist + path), path).toBe(true);
    expect(index).toContain(`(/${path})`);
    expect(full).toContain(`url: /${path}`);
  }
});

test.each([...readDocuments()])(`%s has at most ${maxMeanWords} words in its mean sentence`, (_path, text) => {
  expect(meanSentenceLength(text)).toBeLessThanOrEqual(maxMeanWords);
});
