import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** How many tokens a model reads this as. */
export function countTokens(value: unknown): number {
  return encode(typeof value === "string" ? value : JSON.stringify(value)).length;
}
