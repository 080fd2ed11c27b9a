import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Renders its children after the next paint, so that the rest of the page appears first on slow devices. */
export function Deferred({ children }: { children: () => ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // The effect itself may run before the paint that it waits for.
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children() : null;
}
