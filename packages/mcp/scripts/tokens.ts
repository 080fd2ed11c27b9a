import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

const encoding = new Tiktoken(o200k);

/** How many tokens a model reads this as. */
export function countTokens(value: unknown): number {
  return encoding.encode(typeof value === "string" ? value : JSON.stringify(value)).length;
}
