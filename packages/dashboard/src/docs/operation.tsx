import { CopyButton } from "../kit/copy.tsx";
import { Later } from "../kit/later.tsx";
import { More } from "../kit/more.tsx";
import { Scroller } from "../kit/scroller.tsx";
import { Snippets } from "../kit/snippets.tsx";
import type { Answer, Document, Operation } from "./document.ts";
import { Fields, Parameters } from "./schema.tsx";
import { toSnippets } from "./snippets.ts";
import { Text } from "./text.tsx";
import { Try } from "./try.tsx";

const keyNames = {
  agentKey: "an agent key, `svcagt_…`",
  mailboxToken: "the mailbox's own key, `svcm_…`",
  smsToken: "the SMS token's own key, `svcsms_…`",
  smsGateSignature: "a signature by the SMS token's key",
} as const;

/** All that the contract says of one operation, and a place to try it. */
export function OperationPage({ operation, document }: { operation: Operation; document: Document }) {
  const { method, path, summary, description, key, scopes, isLaterOnly, parameters, body, answers } = operation;
  return (
    <article class="operation stack">
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
          {isLaterOnly && <span class="badge">later edition</span>}
        </div>
      </header>
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
      <Later>
        {() => (
          <section class="stack tight">
            <h2>Answers</h2>
            {answers.map((answer) => (
              <AnswerDetails key={answer.status} answer={answer} document={document} />
            ))}
          </section>
        )}
      </Later>
      {/* Last, for it grows once it is known what the account has, and nothing may jump. */}
      <Later>{() => <Try operation={operation} />}</Later>
    </article>
  );
}

function showTry(): void {
  const place = globalThis.document.getElementById("try");
  place?.scrollIntoView({ block: "start" });
  place?.focus({ preventScroll: true });
}

export function Method({ method }: { method: Operation["method"] }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

function AnswerDetails({ answer, document }: { answer: Answer; document: Document }) {
  const { status, description, schema, examples } = answer;
  const summary = (
    <>
      <span class={`badge ${status === "200" ? "good" : ""}`}>{status}</span>
      <Text text={description} />
    </>
  );
  return (
    <More class="answer card" isOpen={status === "200"} summary={summary}>
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
    </More>
  );
}
