/** Item of an `IndexedList`. Only the list writes `index`. */
export interface IndexedItem {
  index: number;
}

/** A set of objects of which thousands come and go each second. */
export interface IndexedList<Item extends IndexedItem> {
  count(): number;
  add(item: Item): void;
  /** Returns whether the item was in the list. */
  remove(item: Item): boolean;
  /** Returns a copy, so that items may be removed while iterating. */
  all(): Item[];
}

/** `index` of an item that is in no list. */
export const NOT_LISTED = -1;

/**
 * Creates an array-based set. Not a `Set`: V8 replaces its table every few dozen changes, and each old table refers to the next. One
 * in the old generation of the heap keeps all later ones in memory, with items that are no longer in the set.
 */
export function createIndexedList<Item extends IndexedItem>(): IndexedList<Item> {
  const items: Item[] = [];
  return {
    count: () => items.length,
    /** Adds an item at the end, and remembers its index in the item. */
    add(item) {
      item.index = items.length;
      items.push(item);
    },
    /** Removes an item in constant time: the last one moves to its index. Returns whether the item was in this list. */
    remove(item) {
      const { index } = item;
      const isInThisList = items[index] === item;
      if (!isInThisList) return false;
      item.index = NOT_LISTED;
      const last = items.pop();
      if (last !== undefined && last !== item) {
        items[index] = last;
        last.index = index;
      }
      return true;
    },
    all: () => items.slice(),
  };
}
