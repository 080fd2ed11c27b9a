import { formatCount } from "../ui/numbers.ts";

const pageSize = 50;

/** Returns the page, counted from 0, that shows the record at this index. */
export const pageOfIndex = (index: number): number => Math.floor(index / pageSize);

/** Returns the last page of a list; 0 for an empty one. */
export const lastPageOf = (count: number): number => Math.max(0, pageOfIndex(count - 1));

/** Returns the records that a page shows. */
export const recordsOfPage = <R,>(records: readonly R[], page: number): R[] =>
  records.slice(page * pageSize, (page + 1) * pageSize);

interface PagerProps {
  /** Counted from 0. */
  page: number;
  /** Number of records on all pages. */
  count: number;
  onTurn: (page: number) => void;
}

/** Buttons that turn the pages, and the numbers of the shown records. Renders nothing if all fit on one page. */
export function Pager({ page, count, onTurn }: PagerProps) {
  const lastPage = lastPageOf(count);
  if (lastPage === 0) return null;
  const firstNumber = page * pageSize + 1;
  const lastNumber = Math.min((page + 1) * pageSize, count);
  return (
    <div class="pager">
      <button type="button" class="button" disabled={page === 0} onClick={() => onTurn(page - 1)}>
        Previous
      </button>
      <span class="number">
        {formatCount(firstNumber)}–{formatCount(lastNumber)}
      </span>
      <button type="button" class="button" disabled={page === lastPage} onClick={() => onTurn(page + 1)}>
        Next
      </button>
    </div>
  );
}
