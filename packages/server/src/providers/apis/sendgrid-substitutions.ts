import type { ProviderRequest } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";

/** Characters that one request may put into mails. */
const maxComposedCharacters = 10 * 1024 * 1024;
/** Characters that are searched for substitution tags. */
const maxSearchedCharacters = 20 * 1024 * 1024;

/** Counts what all personalizations of a request cost, so that one request cannot stall others or exhaust the memory. */
export interface CompositionBudget {
  /** @throws ProviderError `too_large` */
  spendComposed(characters: number): void;
  /** @throws ProviderError `too_large` */
  spendSearched(characters: number): void;
}

/**
 * Creates the budget of one request: how many characters its personalized mails may have (memory), and how many may be searched
 * for substitution tags (time), as each tag is searched for in the whole text.
 */
export function createCompositionBudget(): CompositionBudget {
  let composedCharacters = 0;
  let searchedCharacters = 0;
  return {
    /** Counts characters of a personalized text. @throws ProviderError `too_large` above the limit of the request */
    spendComposed(characters) {
      composedCharacters += characters;
      if (composedCharacters > maxComposedCharacters)
        throw new ProviderError("too_large", "The personalizations have more than 10 MiB of text together.");
    },
    /** Counts characters that are searched for a tag. @throws ProviderError `too_large` above the limit of the request */
    spendSearched(characters) {
      searchedCharacters += characters;
      if (searchedCharacters > maxSearchedCharacters)
        throw new ProviderError("too_large", "There are too many substitutions for texts of this length.");
    },
  };
}

/**
 * Replaces the substitution tags in a text, such as `-name-`, by the values that one personalization gives for them. An app may
 * choose any text as a tag. The budget is spent before a text is built, so that a hostile request fails before it takes the memory.
 * `readText` returns the value itself: a long one was replaced by a placeholder when the request was read.
 *
 * @throws ProviderError `too_large` above the request's budget
 */
export function replaceTags(
  template: string,
  substitutions: Record<string, string>,
  { readText, budget }: Pick<ProviderRequest, "readText"> & { budget: CompositionBudget },
): string {
  budget.spendComposed(template.length);
  let text = template;
  for (const [tag, rawValue] of Object.entries(substitutions)) {
    // An empty one would be found between all characters.
    if (tag === "") continue;
    budget.spendSearched(text.length);
    const textsBetween = text.split(tag);
    const occurrences = textsBetween.length - 1;
    if (occurrences === 0) continue;
    const value = readText(rawValue);
    budget.spendComposed(occurrences * value.length);
    text = textsBetween.join(value);
  }
  return text;
}
