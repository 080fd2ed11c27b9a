/** Something that stands on a roll; `place` is the roll's to write. */
export interface Enrolled {
  place: number;
}

/** Who is there now, where thousands come and go in a second. */
export interface Roll<Item extends Enrolled> {
  readonly size: number;
  add(item: Item): void;
  remove(item: Item): void;
  /** A copy, for whoever may remove some while looking at each. */
  all(): Item[];
}

/** The place of whoever stands on no roll. */
export const NOWHERE = -1;

/**
 * A list instead of a `Set`: V8 makes a set's table anew every few dozen changes and links each old table to the next, so
 * that one which has reached the old generation keeps all that come after it, with whatever was in them, through every
 * small collection.
 */
export function createRoll<Item extends Enrolled>(): Roll<Item> {
  const items: Item[] = [];
  return {
    get size() {
      return items.length;
    },
    add(item) {
      item.place = items.length;
      items.push(item);
    },
    remove(item) {
      const { place } = item;
      if (items[place] !== item) return;
      item.place = NOWHERE;
      const last = items.pop();
      if (last === undefined || last === item) return;
      items[place] = last;
      last.place = place;
    },
    all: () => items.slice(),
  };
}
