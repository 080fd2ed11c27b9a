import * as v from "valibot";
import type { ProviderRequest } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** Describes a wrong field in the provider's words. */
export type DescribeField = (field: string, isMissing: boolean) => string;

/**
 * Validates a body by the schema. `describe` returns the message about a wrong field, as the provider words it.
 *
 * @throws ProviderError `invalid` that names the first wrong field, or `body` if the body itself is wrong
 */
export function parseShape<const Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  describe: DescribeField = describeField,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? "body";
  const isMissing = issue.received === "undefined";
  const isTooLong = issue.type === "max_length";
  // The schema's message about a limit says how much is allowed, which `describe` does not know.
  const message = isTooLong ? issue.message : describe(field, isMissing);
  throw new ProviderError("invalid", message, { field });
}

function describeField(field: string, isMissing: boolean): string {
  return isMissing ? `The field ${field} is missing.` : `The field ${field} is not valid.`;
}

/** A list that is counted before its items are checked, so that a million items cost nothing. */
export function shortList<const Item extends v.GenericSchema>(item: Item, maxItems: number) {
  return v.pipe(v.array(v.unknown()), v.maxLength(maxItems, `At most ${maxItems} are allowed here.`), v.array(item));
}

/** A text that may be left out or `null`. */
export const optionalText = v.nullish(v.string());

/** Returns a mail's headers by name, with the long values for which placeholders stand. @throws ProviderError `too_large` */
export function readTexts(
  headers: Record<string, string> | null | undefined,
  readHeader: ProviderRequest["readHeader"],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, readHeader(value)]));
}
