/** Resolves what citty accepts as a setting: a value, a promise, or a function that returns one of both. */
export async function resolveValue<T>(value: T | Promise<T> | (() => T | Promise<T>)): Promise<T> {
  return value instanceof Function ? value() : value;
}
