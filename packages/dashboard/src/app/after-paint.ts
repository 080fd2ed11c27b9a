import { useEffect, useState } from "preact/hooks";

/** The value as it was when the page was last painted: what costs much to draw follows one picture later, and no key or click waits for it. */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState<T>(() => value);
  // Effects run after the paint.
  useEffect(() => setPainted(() => value), [value]);
  return painted;
}
