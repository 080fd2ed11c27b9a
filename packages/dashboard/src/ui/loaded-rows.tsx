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

/** Shows a list: placeholder lines while it loads, then the rows. An error of loading or of a later refresh is above them. */
export function LoadedRows<T>({ loaded, retry, empty, row }: LoadedRowsProps<T>) {
  return (
    <>
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={retry} />}
      {loaded.state !== "failed" && (
        <div class="card">
          {loaded.state === "loading" && <Skeleton />}
          {loaded.state === "ready" &&
            (loaded.value.length === 0 ? empty : <ul class="rows">{loaded.value.map(row)}</ul>)}
        </div>
      )}
    </>
  );
}

/** Shows a list like `LoadedRows`, but each record as a separate card. */
export function LoadedCards<T>({ loaded, retry, empty, row }: LoadedRowsProps<T>) {
  const hasRecords = loaded.state === "ready" && loaded.value.length > 0;
  if (!hasRecords) return <LoadedRows loaded={loaded} retry={retry} empty={empty} row={row} />;
  return (
    <>
      <ErrorMessage error={loaded.error} retry={retry} />
      {loaded.value.map(row)}
    </>
  );
}
