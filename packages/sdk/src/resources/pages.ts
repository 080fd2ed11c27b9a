/** What a page of a list is asked for with. */
interface PageQuery {
  limit: number;
  cursor?: string;
}

/** The longest page that a server gives. */
const longest = 1_000;

/** A whole list, page by page, so that a long one keeps nobody waiting. Servers without pages answer all at once. */
export async function readPages<P extends { next?: string | null }>(
  read: (query: PageQuery) => Promise<P>,
): Promise<{ pages: P[]; last: P }> {
  let last = await read({ limit: longest });
  const pages = [last];
  while (last.next) {
    last = await read({ limit: longest, cursor: last.next });
    pages.push(last);
  }
  return { pages, last };
}
