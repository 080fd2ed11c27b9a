import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLoad } from "../app/load.ts";
import { useStore } from "../app/store.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Logo } from "../ui/icons.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import { Contents } from "./contents.tsx";
import { type Document, loadDocument, type Operation } from "./document.ts";
import { currentOperation } from "./location.ts";
import { OperationPage } from "./operation.tsx";
import { Overview } from "./overview.tsx";

/** Renders openapi.yaml: the operation in the URL or the overview, and after the paint of that, the contents. */
export function Reference() {
  const [loaded, reload] = useLoad(loadDocument, []);
  const operationId = useStore(currentOperation);
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const document = loaded.state === "ready" ? loaded.value : null;
  const operation = document?.tags.flatMap(({ operations }) => operations).find(({ id }) => id === operationId);
  usePageChange(document, operation, main);
  // On narrow screens the open menu would cover the page that was selected in it.
  useEffect(() => setMenuOpen(false), [operationId]);
  return (
    <div class="docs">
      <header class="docs-top">
        <Brand />
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
        <Brand />
        {document && <Deferred>{() => <Contents document={document} operationId={operationId} />}</Deferred>}
      </nav>
      <main class="docs-main" tabIndex={-1} ref={main}>
        {loaded.state === "loading" && <Skeleton rows={8} label="Loading the reference" />}
        {loaded.state === "failed" && <ErrorMessage error={loaded.error} retry={reload} />}
        {document && <Page document={document} operation={operation} />}
      </main>
    </div>
  );
}

/**
 * Sets the title of the browser's tab to that of the page, and moves the focus to a newly opened page, for keyboard and screen
 * reader users. `document` is the API description, `null` until it is loaded.
 */
function usePageChange(
  document: Document | null,
  operation: Operation | undefined,
  main: RefObject<HTMLElement | null>,
): void {
  const isFirstPage = useRef(true);
  useEffect(() => {
    globalThis.document.title = `${operation?.summary ?? "API reference"} · Frontdesk`;
    if (!isFirstPage.current) main.current?.focus({ preventScroll: true });
    // Until the document is loaded, no page has been shown yet.
    if (document) isFirstPage.current = false;
  }, [operation, document]);
}

/** Logo and name, linked to the dashboard. */
function Brand() {
  return (
    <a class="brand" href="/">
      <Logo /> Frontdesk
    </a>
  );
}

/** Shows an operation, or the overview without one. */
function Page({ document, operation }: { document: Document; operation: Operation | undefined }) {
  if (!operation) return <Overview document={document} />;
  return <OperationPage key={operation.id} operation={operation} document={document} />;
}
