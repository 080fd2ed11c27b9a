/** Freezes a value deeply, because all readers of a cached record get the same object. */
export function freezeDeep<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === "object" && child !== null) freezeDeep(child);
  }
  return Object.freeze(value);
}
