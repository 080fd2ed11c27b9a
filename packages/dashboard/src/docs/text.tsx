import { InlineCode } from "../ui/inline-code.tsx";

/** The little Markdown that openapi.yaml uses: paragraphs, lists, `code` and **strong**. */
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
                .slice(1)
                .map((item) => (
                  <li key={item}>
                    <Strong text={item} />
                  </li>
                ))}
            </ul>
          ) : (
            <p key={block}>
              <Strong text={block} />
            </p>
          ),
        )}
    </>
  );
}

function Strong({ text }: { text: string }) {
  const parts = text.split(/\*\*([^*]+)\*\*/);
  return (
    <>{parts.map((part, at) => (at % 2 === 1 ? <b key={part}>{part}</b> : <InlineCode key={part} text={part} />))}</>
  );
}
