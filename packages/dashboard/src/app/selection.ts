import { useState } from "preact/hooks";

/** Returns a set of selected items, and a function that selects an item or removes it from the selection. */
export function useSelection<T>(initialItems: () => Iterable<T>) {
  const [selected, setSelected] = useState<ReadonlySet<T>>(() => new Set(initialItems()));
  /** Selects an item, or removes it. Changes the latest set, because two clicks may come before the next rendering. */
  function toggle(item: T): void {
    setSelected((before) => {
      const next = new Set(before);
      const wasSelected = next.delete(item);
      if (!wasSelected) next.add(item);
      return next;
    });
  }
  return [selected, toggle] as const;
}
