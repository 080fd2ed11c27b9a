import { useState } from "preact/hooks";
import { CopyButton } from "./copy.tsx";
import { Scroller } from "./scroller.tsx";

export interface Snippet {
  name: string;
  /** Text to copy. */
  code: string;
  /** Text to show, if different: without the key. */
  shown?: string;
}

/** Tabs of code snippets in several languages, with a button that copies the selected one. */
export function Snippets({ snippets, label }: { snippets: Snippet[]; label: string }) {
  const [selectedIndex, setSelectedIndex] = useState(0);
  // Another list may have fewer snippets than the one in which this was selected.
  const snippet = snippets[selectedIndex] ?? snippets[0];
  if (!snippet) return null;
  return (
    <div class="snippets">
      <div class="snippets-head">
        <fieldset class="tabs" aria-label={label}>
          {snippets.map(({ name }, index) => (
            <button
              type="button"
              key={name}
              aria-pressed={index === selectedIndex}
              onClick={() => setSelectedIndex(index)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <CopyButton text={snippet.code} label={`Copy the ${snippet.name} snippet`} small />
      </div>
      {/* `shown` has a masked key instead of the one that is copied. */}
      <Scroller label={`${label} ${snippet.name}`}>
        <code>{snippet.shown ?? snippet.code}</code>
      </Scroller>
    </div>
  );
}
