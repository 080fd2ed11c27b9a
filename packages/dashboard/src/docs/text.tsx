import { InlineCode } from "../ui/inline-code.tsx";

/** Renders the Markdown that openapi.yaml uses: paragraphs, lists, `code` and **strong**. */
export function Text({ text }: { text: string }) {
  return (
    <>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((block) =>
          /^\s*- /.test(block) ? (
            <ul class="bullets" key={block}>
              {block
                .split(/^\s*- /m)
                // The text before the first dash is empty.
                .slice(1)
                .map((item) => (
                  <li key={item}>
                    <InlineText text={item} />
                  </li>
                ))}
            </ul>
          ) : (
            <p key={block}>
              <InlineText text={block} />
            </p>
          ),
        )}
    </>
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
