import type { Tool } from "@modelcontextprotocol/client";

const banned =
  "anyOf oneOf allOf not if $ref $defs $schema const prefixItems propertyNames patternProperties format".split(" ");
type Json = Record<string, unknown>;

/** What strict clients reject or drop in a tool's schemas. */
export function lintSchemas({ name, inputSchema, outputSchema }: Tool): string[] {
  const faults: string[] = [];
  const fault = (text: string) => void faults.push(`${name}: ${text}`);
  const input = inputSchema as Json;
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>);
  if (input.type !== "object" || !input.properties || input.additionalProperties !== false)
    fault("root is not a strict object");
  if (properties.length > 6) fault("more than 6 parameters");
  if (((input.required as string[]) ?? []).length > 3) fault("more than 3 required");
  walk(input, (key) => banned.includes(key) && fault(`uses ${key}`));
  for (const [parameter, schema] of properties) {
    if (typeof schema.type !== "string") fault(`${parameter} has no single type`);
    const description = String(schema.description ?? "");
    if (description.length < 15 || description.length > 200)
      fault(`${parameter}: description of ${description.length} characters`);
    if (schema.default !== undefined && !/default/.test(description)) fault(`${parameter}: default not in the words`);
    if (/^(?:integer|number)$/.test(String(schema.type)) && !("minimum" in schema && "maximum" in schema))
      fault(`${parameter} has no bounds`);
    if (!/^[a-z][a-zA-Z]*$/.test(parameter)) fault(`${parameter} is not camelCase`);
    if (schema.type === "object" || schema.type === "array") fault(`${parameter} is nested`);
  }
  if (outputSchema) {
    const output = outputSchema as Json;
    if (output.type !== "object") fault("output is not an object");
    if (output.required) fault("output requires facts that an error lacks");
    if (!/isError/.test(String(output.description))) fault("output does not say what an error has");
    walk(output, (key) => (banned.includes(key) || key === "pattern") && fault(`output uses ${key}`));
    lintOutput(output, "output", 0, fault);
  }
  return faults;
}

function lintOutput(schema: Json, path: string, depth: number, fault: (text: string) => void): void {
  if (depth > 3) fault(`${path} is too deep`);
  if (typeof schema.type !== "string") fault(`${path} has no single type`);
  if (schema.type === "array") lintOutput((schema.items ?? {}) as Json, `${path}[]`, depth, fault);
  for (const [name, child] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const isCertain = depth === 0 || ((schema.required as string[]) ?? []).includes(name);
    if (!isCertain && !/^If /.test(String(child.description))) fault(`${path}.${name}: when is it there?`);
    lintOutput(child, `${path}.${name}`, depth + 1, fault);
  }
}

/** What makes a description useless or pushy. */
export function lintText(
  { name, title, description = "", annotations = {} }: Tool,
  names: readonly string[],
): string[] {
  const faults: string[] = [];
  const fault = (text: string) => void faults.push(`${name}: ${text}`);
  if (!/^[a-z][a-z0-9_]{2,23}$/.test(name)) fault("name");
  if (!title || annotations.title !== title) fault("title");
  for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const)
    if (typeof annotations[hint] !== "boolean") fault(`no ${hint}`);
  if (description.length < 60 || description.length > 400) fault(`description of ${description.length} characters`);
  if (!/^[A-Z][a-z]+s /.test(description)) fault("does not begin with a verb");
  if (/\b(?:please|simply|easily|IMPORTANT|MUST|CRITICAL)\b|https?:|\|/.test(description)) fault("wording");
  for (const [mentioned] of description.matchAll(/\b(?:mail|mailbox|sms|tunnel|subdomain|key|account)_[a-z_]+/g))
    if (!names.includes(mentioned)) fault(`mentions ${mentioned}`);
  if (annotations.destructiveHint && !/undone/.test(description)) fault("does not say whether it can be undone");
  if (/_(?:create|register)$/.test(name) && !/Undo: /.test(description)) fault("does not say how to undo it");
  if (/_wait_/.test(name) && !/pending/.test(description)) fault("says nothing of pending");
  if (annotations.openWorldHint && /^mail_|^sms_wait/.test(name) && !/untrusted|from a stranger/.test(description))
    fault("does not say that the content is untrusted");
  return faults;
}

/** How much of the shorter description's words the other has, from 0 to 1. */
export function overlap(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.min(a.size, b.size);
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z_]{4,}/g));
}

function walk(value: unknown, visit: (key: string) => void, isNames = false): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (!isNames && !Array.isArray(value)) visit(key);
    walk(child, visit, key === "properties" && !isNames);
  }
}
