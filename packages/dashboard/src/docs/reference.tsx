import { useEffect, useRef, useState } from "preact/hooks";
import { useLoad } from "../app/load.ts";
import { useStore } from "../app/store.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Logo } from "../ui/icons.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import type { Document } from "./document.ts";
import { loadDocument } from "./document.ts";
import { currentOperation, navigateToOperation, operationPath } from "./location.ts";
import { Method, OperationPage } from "./operation.tsx";
import { Overview } from "./overview.tsx";

/** Renders openapi.yaml: contents, and the operation in the URL or the overview. */
export function Reference() {
  const [loaded, reload] = useLoad(loadDocument, []);
  const operationId = useStore(currentOperation);
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const document = loaded.state === "ready" ? loaded.value : null;
  const operation = document?.tags.flatMap(({ operations }) => operations).find(({ id }) => id === operationId);
  const isFirstPage = useRef(true);
  useEffect(() => {
    setMenuOpen(false);
    globalThis.document.title = `${operation?.summary ?? "API reference"} · Frontdesk`;
    // Moves keyboard and screen reader users to the new page.
    if (!isFirstPage.current) main.current?.focus({ preventScroll: true });
    // The first page is shown only when the document has been loaded.
    if (document) isFirstPage.current = false;
  }, [operation, document]);
  return (
    <div class="docs">
      <header class="docs-top">
        <a class="brand" href="/">
          <Logo /> Frontdesk
        </a>
        <button
          type="button"
          class="button menu-button"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          Contents
        </button>
      </header>
      <nav class={`docs-nav ${isMenuOpen ? "open" : ""}`} aria-label="Operations">
        <a class="brand" href="/">
          <Logo /> Frontdesk
        </a>
        {document && <Deferred>{() => <Contents document={document} operationId={operationId} />}</Deferred>}
      </nav>
      <main class="docs-main" tabIndex={-1} ref={main}>
        {loaded.state === "loading" && <Skeleton rows={8} label="Loading the reference" />}
        {loaded.state === "failed" && <ErrorMessage error={loaded.error} retry={reload} />}
        {document &&
          (operation ? (
            <OperationPage key={operation.id} operation={operation} document={document} />
          ) : (
            <Overview document={document} />
          ))}
      </main>
    </div>
  );
}

/** Lists all operations by tag. The filter finds those with all its words in id, method, path or summary. */
function Contents({ document, operationId }: { document: Document; operationId: string }) {
  const [filter, setFilter] = useState("");
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const tags = document.tags
    .map(({ name, operations }) => ({
      name,
      operations: operations.filter(({ id, path, summary, method }) => {
        const text = `${id} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
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
      {tags.map(({ name, operations }) => (
        <section key={name}>
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
      ))}
      {tags.length === 0 && <p class="muted small">No operation matches.</p>}
    </>
  );
}
