/** Query of one page of a list. */
interface PageQuery {
  limit: number;
  cursor?: string;
}

/** Largest page that the server returns. */
export const maxPageSize = 1_000;

/** Reads a whole list page by page; `last` is the last page, with the totals. Older servers have only one page. */
export async function readPages<P extends { next?: string | null }>(
  read: (query: PageQuery) => Promise<P>,
): Promise<{ pages: P[]; last: P }> {
  let last = await read({ limit: maxPageSize });
  const pages = [last];
  while (last.next) {
    last = await read({ limit: maxPageSize, cursor: last.next });
    pages.push(last);
  }
  return { pages, last };
}
