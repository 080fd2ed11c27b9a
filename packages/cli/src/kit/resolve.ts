/** citty takes values, promises and functions of both. */
export async function resolve<T>(value: T | Promise<T> | (() => T | Promise<T>)): Promise<T> {
  return value instanceof Function ? value() : value;
}
