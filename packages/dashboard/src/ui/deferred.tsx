import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Renders its children after the next paint, so that the rest of the page appears first on slow devices. */
export function Deferred({ children }: { children: () => ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // On slow devices Preact runs an effect before the paint, after 35 ms. The timer lets a paint that is due come first.
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children() : null;
}
