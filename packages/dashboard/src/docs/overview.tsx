import { Deferred } from "../ui/deferred.tsx";
import type { Document } from "./document.ts";
import { navigateToOperation, operationPath } from "./location.ts";
import { Method } from "./operation.tsx";
import { Text } from "./text.tsx";

/** Start page of the reference: general description, kinds of keys, scopes, and after the next paint links to all operations. */
export function Overview({ document }: { document: Document }) {
  const { title, version, server, description, keys, tags } = document;
  const agentKey = keys.find(({ kind }) => kind === "agentKey");
  return (
    <article class="operation stack">
      <header class="stack tight">
        <h1>{title} API</h1>
        <p class="muted">
          Version {version} at <code>{server}</code>, as <a href="/openapi.yaml">YAML</a> or{" "}
          <a href="/openapi.json">JSON</a>
        </p>
      </header>
      <div class="prose">
        <Text text={description} />
      </div>
      <KeyKinds keys={keys} />
      <Scopes scopes={agentKey?.scopes ?? {}} />
      {tags.map((tag) => (
        <Deferred key={tag.name}>{() => <TagSection tag={tag} />}</Deferred>
      ))}
    </article>
  );
}

/** Describes the kinds of keys. */
function KeyKinds({ keys }: Pick<Document, "keys">) {
  return (
    <section class="stack tight">
      <h2>Keys</h2>
      <ul class="fields">
        {keys.map(({ kind, description }) => (
          <li key={kind}>
            <Text text={description} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Describes the scopes, by name. */
function Scopes({ scopes }: { scopes: Record<string, string> }) {
  return (
    <section class="stack tight">
      <h2>Scopes of an agent key</h2>
      <dl class="scopes">
        {Object.entries(scopes).map(([scope, meaning]) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Lists the operations of one tag, with links. */
function TagSection({ tag: { name, description, operations } }: { tag: Document["tags"][number] }) {
  return (
    <section class="stack tight">
      <h2>{name}</h2>
      <div class="muted">
        <Text text={description} />
      </div>
      <ul class="card rows">
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a class="line" href={operationPath(id)} onClick={navigateToOperation}>
              <span class="what">
                <b>{summary}</b>
                <code class="small muted">{path}</code>
              </span>
              <Method method={method} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
