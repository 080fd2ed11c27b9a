import type { ProviderRequest } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";

/** Characters that one request may put into mails. */
const maxComposedCharacters = 10 * 1024 * 1024;
/** Characters that are searched for placeholders. */
const maxSearchedCharacters = 20 * 1024 * 1024;

/** Counts what all personalizations of a request cost, so that one request cannot stall others or exhaust the memory. */
export interface CompositionBudget {
  /** @throws ProviderError `too_large` */
  spendComposed(characters: number): void;
  /** @throws ProviderError `too_large` */
  spendSearched(characters: number): void;
}

/** Creates the budget of one request. */
export function createCompositionBudget(): CompositionBudget {
  let composed = 0;
  let searched = 0;
  return {
    spendComposed(characters) {
      composed += characters;
      if (composed > maxComposedCharacters)
        throw new ProviderError("too_large", "The personalizations have more than 10 MiB of text together.");
    },
    spendSearched(characters) {
      searched += characters;
      if (searched > maxSearchedCharacters)
        throw new ProviderError("too_large", "There are too many substitutions for texts of this length.");
    },
  };
}

/** Replaces the app's placeholders. @throws ProviderError `too_large` beyond the budget */
export function replacePlaceholders(
  template: string,
  substitutions: Record<string, string>,
  { readText, budget }: Pick<ProviderRequest, "readText"> & { budget: CompositionBudget },
): string {
  budget.spendComposed(template.length);
  let text = template;
  for (const [placeholder, rawValue] of Object.entries(substitutions)) {
    if (placeholder === "") continue;
    budget.spendSearched(text.length);
    const parts = text.split(placeholder);
    if (parts.length === 1) continue;
    const value = readText(rawValue);
    budget.spendComposed((parts.length - 1) * value.length);
    text = parts.join(value);
  }
  return text;
}
