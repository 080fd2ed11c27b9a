import { InlineCode } from "../ui/inline-code.tsx";

/** Renders the Markdown that openapi.yaml uses: paragraphs, lists, `code` and **strong**. */
export function Text({ text }: { text: string }) {
  return (
    <>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((block) => (
          <Block key={block} text={block} />
        ))}
    </>
  );
}

/** Renders a paragraph, or a list if the text begins with a dash. */
function Block({ text }: { text: string }) {
  if (!/^\s*- /.test(text))
    return (
      <p>
        <InlineText text={text} />
      </p>
    );
  // The text before the first dash is empty.
  const items = text.split(/^\s*- /m).slice(1);
  return (
    <ul class="bullets">
      {items.map((item) => (
        <li key={item}>
          <InlineText text={item} />
        </li>
      ))}
    </ul>
  );
}

/** Renders the inline Markdown, **strong** and `code`, of a paragraph or list item. */
function InlineText({ text }: { text: string }) {
  // `split` puts the captured parts at the odd indexes.
  const parts = text.split(/\*\*([^*]+)\*\*/);
  return (
    <>
      {parts.map((part, index) => (index % 2 === 1 ? <b key={part}>{part}</b> : <InlineCode key={part} text={part} />))}
    </>
  );
}
