import type { Document } from "./document.ts";

type Tag = Document["tags"][number];

/** Returns the tags with the operations that have all words of the filter in id, method, path or summary. Without empty tags. */
export function filterTags(tags: readonly Tag[], filter: string): Tag[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return tags
    .map((tag) => ({
      ...tag,
      operations: tag.operations.filter(({ id, path, summary, method }) => {
        const text = `${id} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
