import type { Document, Parameter, Schema } from "./document.ts";
import { Text } from "./text.tsx";

/** Describes the values of a schema, such as "string or null, 0 to 100 characters". */
function describeType(schema: Schema, document: Document): string {
  const {
    type,
    format,
    enum: values,
    const: constant,
    items,
    additionalProperties,
    ...limits
  } = document.resolve(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const typeNames = Array.isArray(type) ? type : [type ?? "any"];
  const types = typeNames.map((name) => {
    if (name === "array" && items) return `array of ${describeType(items, document)}`;
    if (name === "object" && additionalProperties) return "object of named values";
    return name === "string" && format ? format : name;
  });
  return [types.join(" or "), ...describeLimits(limits)].join(", ");
}

/** Describes the limits and the default of a schema, such as "1 to 100" and "default 10". */
function describeLimits({ minimum, maximum, minLength, maxLength, maxItems, default: defaultValue }: Schema): string[] {
  const descriptions: string[] = [];
  if (minimum !== undefined && maximum !== undefined) descriptions.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) descriptions.push(`at least ${minimum}`);
  else if (maximum !== undefined) descriptions.push(`at most ${maximum}`);
  // In openapi.yaml, each `minLength` comes with a `maxLength`.
  if (maxLength !== undefined) descriptions.push(`${minLength ?? 0} to ${maxLength} characters`);
  if (maxItems !== undefined) descriptions.push(`at most ${maxItems}`);
  if (defaultValue !== undefined) descriptions.push(`default ${JSON.stringify(defaultValue)}`);
  return descriptions;
}

/** Lists the fields of an object with their types and descriptions, and recursively those of nested objects and array items. */
export function Fields({ schema, document }: { schema: Schema; document: Document }) {
  const { properties = {}, required = [] } = document.resolve(schema);
  const names = Object.keys(properties);
  if (names.length === 0) return null;
  return (
    <ul class="fields">
      {names.map((name) => {
        const field = properties[name] ?? {};
        const { description, items } = document.resolve(field);
        // A field without nested fields renders nothing more.
        const nestedSchema = items ?? field;
        return (
          <li key={name}>
            <p class="row">
              <code class="name">{name}</code>
              <span class="muted small">{describeType(field, document)}</span>
              {!required.includes(name) && <span class="badge">optional</span>}
            </p>
            {description && (
              <div class="small">
                <Text text={description} />
              </div>
            )}
            <Fields schema={nestedSchema} document={document} />
          </li>
        );
      })}
    </ul>
  );
}

/** Lists parameters with their location (path, query or header), type and description. */
export function Parameters({ parameters, document }: { parameters: Parameter[]; document: Document }) {
  return (
    <ul class="fields">
      {parameters.map(({ name, in: location, required, description, schema }) => (
        <li key={name}>
          <p class="row">
            <code class="name">{name}</code>
            <span class="muted small">
              in the {location}, {describeType(schema, document)}
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
