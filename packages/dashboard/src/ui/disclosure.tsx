import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface DisclosureProps {
  summary: ComponentChildren;
  /** Whether it is initially open. */
  isOpen?: boolean;
  class?: string;
  /** Rendered only while open. */
  children: () => ComponentChildren;
}

/** Collapsed section with a summary line. Its content is rendered only while it is open, because a page may have many. */
export function Disclosure({ summary, isOpen: isInitiallyOpen = false, class: className, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <details class={className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
