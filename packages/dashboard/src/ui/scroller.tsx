import type { ComponentChildren } from "preact";

interface ScrollerProps {
  label: string;
  kind?: "code" | "body";
  children: ComponentChildren;
}

/** Scrollable text, reachable by keyboard. */
export function Scroller({ label, kind = "code", children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and a section would be a landmark for each message
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <div role="group" class={kind === "code" ? "scroll" : "body"} aria-label={label} tabIndex={0}>
      {kind === "code" ? <pre>{children}</pre> : children}
    </div>
  );
}
