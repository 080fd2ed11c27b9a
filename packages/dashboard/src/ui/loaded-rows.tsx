import type { ComponentChildren } from "preact";
import type { Loaded } from "../app/load.ts";
import { ErrorMessage, Skeleton } from "./states.tsx";

interface LoadedRowsProps<T> {
  loaded: Loaded<T[]>;
  retry: () => void;
  /** Shown instead of an empty list. */
  empty: ComponentChildren;
  row: (record: T) => ComponentChildren;
}

/** Shows a list that loads: placeholder lines, then the rows, or why it failed. */
export function LoadedRows<T>({ loaded, retry, empty, row }: LoadedRowsProps<T>) {
  return (
    <>
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={retry} />}
      <div class="card">
        {loaded.state === "loading" && <Skeleton />}
        {loaded.state === "ready" &&
          (loaded.value.length === 0 ? empty : <ul class="rows">{loaded.value.map(row)}</ul>)}
      </div>
    </>
  );
}
