import type { Document, Parameter, Schema } from "./document.ts";
import { Text } from "./text.tsx";

/** Such as `string, at most 100 characters, or null`. */
function toType(schema: Schema, { resolve }: Document): string {
  const { type, format, enum: values, const: only, items, additionalProperties, ...limits } = resolve(schema);
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const types = (Array.isArray(type) ? type : [type ?? "any"]).map((one) => {
    if (one === "array" && items) return `array of ${toType(items, { resolve } as Document)}`;
    if (one === "object" && additionalProperties) return "object of named values";
    return one === "string" && format ? `${format}` : one;
  });
  const { minimum, maximum, minLength, maxLength, maxItems, default: fallback } = limits;
  return [
    types.join(" or "),
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined
          ? `at most ${maximum}`
          : "",
    maxLength === undefined ? "" : `${minLength ?? 0} to ${maxLength} characters`,
    maxItems === undefined ? "" : `at most ${maxItems}`,
    fallback === undefined ? "" : `default ${JSON.stringify(fallback)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The fields of an object, and those of the objects in them. */
export function Fields({ schema, document, path = "" }: { schema: Schema; document: Document; path?: string }) {
  const { properties = {}, required = [] } = document.resolve(schema);
  const names = Object.keys(properties);
  if (names.length === 0) return null;
  return (
    <ul class="fields">
      {names.map((name) => {
        const field = properties[name] ?? {};
        const { description, items } = document.resolve(field);
        const inner = items ?? field;
        return (
          <li key={name}>
            <p class="row">
              <code class="name">{name}</code>
              <span class="muted small">{toType(field, document)}</span>
              {!required.includes(name) && <span class="badge">optional</span>}
            </p>
            {description && (
              <div class="small">
                <Text text={description} />
              </div>
            )}
            <Fields schema={inner} document={document} path={`${path}.${name}`} />
          </li>
        );
      })}
    </ul>
  );
}

export function Parameters({ parameters, document }: { parameters: Parameter[]; document: Document }) {
  return (
    <ul class="fields">
      {parameters.map(({ name, in: where, required, description, schema }) => (
        <li key={name}>
          <p class="row">
            <code class="name">{name}</code>
            <span class="muted small">
              in the {where}, {toType(schema, document)}
            </span>
            {required && <span class="badge warn">required</span>}
          </p>
          {description && (
            <div class="small">
              <Text text={description} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
