import type { ComponentChildren } from "preact";

interface ScrollerProps {
  label: string;
  kind?: "code" | "body";
  children: ComponentChildren;
}

/** Text that scrolls inside the page, which the keyboard must reach too. */
export function Scroller({ label, kind = "code", children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section class={kind === "code" ? "scroll" : "body"} aria-label={label} tabIndex={0}>
      {kind === "code" ? <pre>{children}</pre> : children}
    </section>
  );
}
