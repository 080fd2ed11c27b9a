import { useEffect, useState } from "preact/hooks";

/** Returns the value with a delay of one paint. Expensive parts render with it, so that typing and clicks stay fast. */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState<T>(() => value);
  // As a rule, effects run after the paint. Preact would call a value that is itself a function, so it is wrapped in one.
  useEffect(() => setPainted(() => value), [value]);
  return painted;
}
