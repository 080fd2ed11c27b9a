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

/** Code snippets in several languages with copy buttons. */
export function Snippets({ snippets, label }: { snippets: Snippet[]; label: string }) {
  const [chosen, choose] = useState(0);
  const snippet = snippets[chosen] ?? snippets[0];
  if (!snippet) return null;
  return (
    <div class="snippets">
      <div class="snippets-head">
        <fieldset class="tabs" aria-label={label}>
          {snippets.map(({ name }, at) => (
            <button type="button" key={name} aria-pressed={at === chosen} onClick={() => choose(at)}>
              {name}
            </button>
          ))}
        </fieldset>
        <CopyButton text={snippet.code} label={`Copy the ${snippet.name} snippet`} small />
      </div>
      <Scroller label={`${label} ${snippet.name}`}>
        <code>{snippet.shown ?? snippet.code}</code>
      </Scroller>
    </div>
  );
}
