import { CopyButton } from "../ui/copy.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { Snippets } from "../ui/snippets.tsx";
import type { Document, DocumentedResponse, Operation } from "./document.ts";
import { Fields, Parameters } from "./schema.tsx";
import { toSnippets } from "./snippets.ts";
import { Text } from "./text.tsx";
import { Try } from "./try.tsx";

const keyNames = {
  agentKey: "an agent key, `svcagt_…`",
  mailboxToken: "the mailbox's own key, `svcm_…`",
  smsToken: "the SMS key, `svcsms_…`",
  smsGateSignature: "a signature with the SMS key",
} as const;

/** Describes an operation with its snippets, parameters, body and responses, and has a form to try it. */
export function OperationPage({ operation, document }: { operation: Operation; document: Document }) {
  const { description, parameters, body, responses } = operation;
  return (
    <article class="operation stack">
      <OperationHead operation={operation} />
      {description && (
        <div class="prose">
          <Text text={description} />
        </div>
      )}
      <Snippets label="Example in" snippets={toSnippets(operation, document)} />
      {parameters.length > 0 && (
        <section class="stack tight">
          <h2>Parameters</h2>
          <Parameters parameters={parameters} document={document} />
        </section>
      )}
      {body && (
        <section class="stack tight">
          <h2>Body{body.isRequired ? "" : ", optional"}</h2>
          <Fields schema={body.schema} document={document} />
        </section>
      )}
      <Deferred>{() => <Responses responses={responses} document={document} />}</Deferred>
      {/* Last, because the form grows when the account's records are loaded, and would move what follows. */}
      <Deferred>{() => <Try operation={operation} />}</Deferred>
    </article>
  );
}

/** Title of an operation, its method and path, and the key and scopes that it needs. */
function OperationHead({ operation: { summary, method, path, key, scopes, isLaterOnly } }: { operation: Operation }) {
  return (
    <header class="stack tight">
      <h1>{summary}</h1>
      <div class="endpoint">
        <Method method={method} />
        <code>{path}</code>
        <CopyButton text={path} label="Copy path" small />
        <button type="button" class="button" onClick={showTry}>
          Try it
        </button>
      </div>
      <div class="row small">
        <span>
          <Text text={key ? `Needs ${keyNames[key]}` : "Needs no key"} />
        </span>
        {scopes.map((scope) => (
          <span class="badge good" key={scope}>
            {scope}
          </span>
        ))}
        {/* A server can be set to the earlier edition of the API, which lacks this operation. */}
        {isLaterOnly && <span class="badge">later edition</span>}
      </div>
    </header>
  );
}

/** Scrolls to the form and moves the keyboard focus there. */
function showTry(): void {
  const section = globalThis.document.getElementById("try");
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

export function Method({ method }: { method: Operation["method"] }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

/** Lists the responses by status. */
function Responses({ responses, document }: { responses: DocumentedResponse[]; document: Document }) {
  return (
    <section class="stack tight">
      <h2>Responses</h2>
      {responses.map((response) => (
        <ResponseDetails key={response.status} response={response} document={document} />
      ))}
    </section>
  );
}

/** Collapsible description of a response, with its fields and examples; initially only the 200 is open. */
function ResponseDetails({ response, document }: { response: DocumentedResponse; document: Document }) {
  const { status, description, schema, examples } = response;
  const summary = (
    <>
      <span class={`badge ${status === "200" ? "good" : ""}`}>{status}</span>
      <Text text={description} />
    </>
  );
  return (
    <Disclosure class="response card" isOpen={status === "200"} summary={summary}>
      {() => (
        <div class="stack pad">
          {schema && <Fields schema={schema} document={document} />}
          {examples.map(({ name, value }) => (
            <div class="snippets" key={name}>
              <Scroller label={`${name} of ${status}`}>
                <code>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code>
              </Scroller>
            </div>
          ))}
        </div>
      )}
    </Disclosure>
  );
}
