import { expect, test } from "vitest";
import { readPages } from "../../src/resources/pages.ts";

test("reads a list to its end, page by page", async () => {
  const asked: unknown[] = [];
  const { pages, last } = await readPages(async (query) => {
    asked.push(query);
    return { names: [asked.length], next: asked.length < 3 ? `c${asked.length}` : null };
  });
  expect(pages.flatMap(({ names }) => names)).toEqual([1, 2, 3]);
  expect(last.names).toEqual([3]);
  expect(asked).toEqual([{ limit: 1_000 }, { limit: 1_000, cursor: "c1" }, { limit: 1_000, cursor: "c2" }]);
});

test("accepts the whole list of a server without pages", async () => {
  const { pages } = await readPages(
    async (): Promise<{ names: number[]; next?: string | null }> => ({ names: [1, 2] }),
  );
  expect(pages).toEqual([{ names: [1, 2] }]);
});
