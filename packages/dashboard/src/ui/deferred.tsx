import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Drawn once what stands around it is on the screen, so that a slow processor shows that first, and reacts between the two. */
export function Deferred({ children }: { children: () => ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    // The effect itself may run before the paint that it waits for.
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children() : null;
}
