import type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";

export type { CodeCandidate, FindOptions, LinkCandidate } from "./types.ts";

const threshold = 0.5;

/** Finds everything in a message that may be its one-time code, best first. */
export function findCodes(text: string, options: FindOptions = {}): CodeCandidate[] {
  const visible = `${options.subject ?? ""}\n${options.format === "html" ? text.replace(/<[^>]*>/g, " ") : text}`;
  const readable = visible.replace(/https?:\/\/\S+/g, " ");
  const found: CodeCandidate[] = [];
  for (const match of readable.matchAll(
    /(?<![\p{L}\p{N}.,-])(\d{4,8}|\d{3}[- ]\d{3}|[A-Z0-9]{6})(?![\p{L}\p{N}-])/gu,
  )) {
    const shown = match[0];
    if (!/\d/.test(shown)) continue;
    const around = readable.slice(Math.max(0, match.index - 80), match.index + 80);
    const named = /code|otp|pin\b|passwor|kod|код|парол|验证码|認証|코드|رمز|קוד/i.test(around);
    found.push({
      value: shown.replace(/[- ]/g, ""),
      shown,
      confidence: named ? 0.8 : 0.2,
      reason: named ? "stands near a word for a code" : "has the shape of a code",
    });
  }
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** The message's one-time code, or null when it holds none. */
export function extractCode(text: string, options: FindOptions = {}): string | null {
  const best = findCodes(text, options)[0];
  return best && best.confidence >= threshold ? best.value : null;
}

/** Finds the links of a message that verify, confirm, reset or sign in, best first. */
export function findLinks(text: string, _options: FindOptions = {}): LinkCandidate[] {
  const found: LinkCandidate[] = [];
  for (const match of text.matchAll(/https?:\/\/[^\s"'<>]+/g)) {
    const url = match[0].replaceAll("&amp;", "&").replace(/[.,;:!?)\]]+$/, "");
    const wanted =
      /verif|confirm|activat|magic|reset|token|sign-?in|login|recover/i.test(url) && !/unsubscribe/i.test(url);
    found.push({ url, confidence: wanted ? 0.8 : 0.1, reason: wanted ? "its path names the step" : "a link" });
  }
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** The message's verify, confirm, reset or sign-in link, or null when it holds none. */
export function extractLink(text: string, options: FindOptions = {}): string | null {
  const best = findLinks(text, options)[0];
  return best && best.confidence >= threshold ? best.url : null;
}
