/** Renders text, with `backquoted` parts as code. */
export function InlineCode({ text }: { text: string }) {
  // `split` puts the captured parts at the odd indexes.
  return (
    <>{text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
