import { fold } from "./letters.ts";
import { findTerms } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import type { LinkCandidate } from "./types.ts";
import { decodeEntities } from "./visible.ts";

const inText = /https?:\/\/[^\s<>"'`「」【】，。]{3,2000}/gi;
const steps =
  /verif|confirm|activat|magic|reset|recover|sign-?in|sign-?up|log-?in|auth|invit|register|validat|one-?time|passwordless|opt-?in|accept|password|unlock/i;
const carriesToken =
  /[?&#](?:[\w.-]*(?:token|code|key|hash|otp|ticket|sig|nonce|secret|confirmation|oobcode)|t|k|c|u|upn|data|jwt|q|id)=[^&#]{6,}|\/[\w.~-]*(?=[\w.~-]*\d)(?=[\w.~-]*[A-Za-z])[\w.~-]{16,}/i;
const sideways =
  /unsubscri|opt-?out|abmeld|abbestell|desabonn|desuscri|cancelar-suscr|disiscri|wypisz|odhlas|отпис|退订|配信停止|preferences|privacy|datenschutz|terms|legal|imprint|impressum|help|support|faq|contact|about|blog|twitter\.com|x\.com\/|facebook|instagram|linkedin\.com\/(?:company|in)|youtube|tiktok|t\.me\/|discord|pinterest|apps\.apple|itunes|play\.google|view[-_ ]?in|in-?browser|webversion|mirror|survey|careers|\.(?:png|jpe?g|gif|svg|css|ico|woff2?)(?:$|\?)/i;

interface Found {
  url: string;
  label: string;
  lead: string;
}

/** Weighs every link of a message by the words on it, the words before it and its own path. */
export function weighLinks(reading: Reading): LinkCandidate[] {
  const occasion = names(reading.plain.slice(0, 4_000));
  const candidates = new Map<string, LinkCandidate>();
  for (const found of [...anchored(reading), ...bare(reading)].slice(0, 200)) {
    const candidate = weighLink(found, occasion);
    const known = candidates.get(candidate.url);
    if (!known || known.confidence < candidate.confidence) candidates.set(candidate.url, candidate);
  }
  return [...candidates.values()].sort((one, other) => other.confidence - one.confidence);
}

function anchored({ text, anchors }: Reading): Found[] {
  return anchors
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .map(({ url, label, at }) => ({ url, label, lead: text.slice(Math.max(0, at - 160), at) }));
}

function bare({ text, anchors }: Reading): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(inText)) {
    const url = decodeEntities(match[0]).replace(/[.,;:!?*_]+$|[)\]}]+[.,;:!?]*$/, "");
    if (anchors.some((anchor) => anchor.url === url)) continue;
    const label = /\[([^[\]\n]{2,60})\]\(?$/.exec(text.slice(Math.max(0, match.index - 70), match.index))?.[1] ?? "";
    found.push({ url, label, lead: text.slice(Math.max(0, match.index - 160), match.index) });
  }
  return found;
}

function weighLink({ url, label, lead }: Found, occasion: boolean): LinkCandidate {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path === "" || path === "/") return { url, confidence: 0.05, reason: "is only a home page" };
  const words = label.replace(inText, "");
  if (sideways.test(words) || (sideways.test(url) && !names(words)))
    return { url, confidence: 0.05, reason: "leads aside" };
  const lastLines = lead
    .split("\n")
    .filter((line) => line.trim())
    .slice(-2)
    .join("\n");
  if (words === "" && sideways.test(lastLines.slice(-60)))
    return { url, confidence: 0.1, reason: "follows words that lead aside" };
  const onIt = names(words);
  const before = names(lastLines);
  const inPath = steps.test(path);
  const token = carriesToken.test(url);
  const weight = (onIt ? 3 : 0) + (before ? 1.5 : 0) + (inPath ? 1.6 : 0) + (token ? 1.5 : 0) + (occasion ? 0.6 : 0);
  const reason = onIt
    ? `says «${words}»`
    : inPath
      ? "its path names the step"
      : before
        ? "the words before it name the step"
        : token
          ? "carries a token"
          : "a link";
  return { url, confidence: 1 / (1 + Math.exp(-1.3 * (weight - 2.8))), reason };
}

const wanted =
  /\b(?:verif|confirm|activat|sign in|sign-in|signin|log in|log-in|login|reset|recover|magic|set (?:up )?(?:your |a )?password|change (?:your )?password|choose a (?:new )?password|invit|accept|unlock|complete (?:your )?(?:registration|sign))/i;

function names(text: string): boolean {
  if (text === "") return false;
  return wanted.test(text) || findTerms(text, fold(text)).some(({ kind }) => kind === "verify");
}
