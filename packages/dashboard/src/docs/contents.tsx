import { useState } from "preact/hooks";
import type { Document } from "./document.ts";
import { filterTags } from "./filter.ts";
import { navigateToOperation, operationPath } from "./location.ts";
import { Method } from "./operation.tsx";

interface ContentsProps {
  document: Document;
  /** Id of the operation that is shown; "" for the overview. */
  operationId: string;
}

/** Links to the overview and to all operations by tag, with a filter. */
export function Contents({ document, operationId }: ContentsProps) {
  const [filter, setFilter] = useState("");
  const tags = filterTags(document.tags, filter);
  return (
    <>
      <input
        type="search"
        placeholder="Filter operations"
        aria-label="Filter operations"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <ul>
        <li>
          <a href="/docs" onClick={navigateToOperation} aria-current={operationId === "" ? "page" : undefined}>
            Overview
          </a>
        </li>
      </ul>
      {tags.map((tag) => (
        <TagLinks key={tag.name} tag={tag} operationId={operationId} />
      ))}
      {tags.length === 0 && <p class="muted small">No operation matches.</p>}
    </>
  );
}

interface TagLinksProps extends Pick<ContentsProps, "operationId"> {
  tag: Document["tags"][number];
}

/** Links to the operations of one tag. */
function TagLinks({ tag: { name, operations }, operationId }: TagLinksProps) {
  return (
    <section>
      <h2>{name}</h2>
      <ul>
        {operations.map(({ id, method, summary }) => (
          <li key={id}>
            <a
              href={operationPath(id)}
              onClick={navigateToOperation}
              aria-current={operationId === id ? "page" : undefined}
            >
              <span>{summary}</span>
              <Method method={method} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
