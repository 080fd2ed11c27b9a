import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Renders its children after the next paint, so that the rest of the page appears first on slow devices. */
export function Deferred({ children }: { children: () => ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // Preact runs an effect after 35 ms at the latest, so on slow devices even before the paint.
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children() : null;
}
