import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface DisclosureProps {
  summary: ComponentChildren;
  /** Whether it is open when it is first drawn. */
  isOpen?: boolean;
  class?: string;
  /** Drawn when it is first opened, for most never are. */
  children: () => ComponentChildren;
}

/** What few need at first, behind a line that opens it. */
export function Disclosure({ summary, isOpen: isOpenAtFirst = false, class: name, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details class={name} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
