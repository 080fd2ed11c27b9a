import { fold } from "./letters.ts";
import { findTerms } from "./lexicon.ts";
import { ranked } from "./ranked.ts";
import { link, type Reading, trailing } from "./reading.ts";
import type { LinkCandidate } from "./types.ts";
import { decodeEntities } from "./visible.ts";

const steps =
  /verif|confirm|activat|magic|reset|recover|sign-?[iu]|log-?in|auth|invit|regist|valid|passw|unlock|accept/i;
const carriesToken =
  /[?&#](?:[\w.-]*(?:token|code|key|hash|otp|sig|secret|jeton)|t|k|c|u|upn|data|id)=[^&#]{6}|\/(?=[\w.~-]*\d)[\w.~-]{16}|\/(?=\w*\d)(?=\w*[a-z])\w{8}/i;
const sideways =
  /unsub|opt-?out|a[bf]meld|desabon|baja|wypisz|отпис|退订|配信停止|preferen|privacy|terms|help|support|faq|contact|about|blog|twitter|facebook|instagram|linkedin|youtube|apps\.apple|play\.google|\.(?:png|jpe?g|gif|svg|css)$/i;

interface Found {
  url: string;
  label: string;
  lead: string;
}

/** Weighs every link of a message by the words on it, the words before it and its own path. */
export function weighLinks(reading: Reading): LinkCandidate[] {
  const occasion = names(reading.plain.slice(0, 4_000));
  const candidates = linksOf(reading).map((found) => weighLink(found, occasion));
  return ranked(candidates, ({ url }) => url);
}

function linksOf({ text, anchors }: Reading): Found[] {
  const bare = [...text.matchAll(link)].map(({ 0: shown, index: at }) => ({
    url: decodeEntities(shown).replace(trailing, ""),
    label: "",
    at,
  }));
  return [...anchors, ...bare]
    .filter(({ url }) => /^https?:/i.test(url))
    .slice(0, 200)
    .map(({ url, label, at }) => ({ url, label, lead: text.slice(Math.max(0, at - 160), at) }));
}

function weighLink({ url, label, lead }: Found, occasion: boolean): LinkCandidate {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path === "" || path === "/") return { url, confidence: 0.05, reason: "leads home" };
  const words = label.replace(link, "");
  if (sideways.test(words) || (sideways.test(url) && !names(words)))
    return { url, confidence: 0.05, reason: "leads aside" };
  const lastLines = lead
    .split("\n")
    .filter((line) => line.trim())
    .slice(-2)
    .join("\n");
  if (words === "" && sideways.test(lastLines.slice(-60))) return { url, confidence: 0.05, reason: "leads aside" };
  const onIt = names(words);
  const before = names(lastLines);
  const inPath = steps.test(path);
  const token = carriesToken.test(url);
  const weight =
    (onIt ? 3 : 0) + (before ? 1.6 : 0) + (inPath ? 1.6 : 0) + (token ? 1.5 : 0) + (occasion ? 0.6 : words ? -0.6 : 0);
  const reason = onIt ? `says «${words}»` : "is a link";
  return { url, confidence: 1 / (1 + Math.exp(-1.3 * (weight - 2.8))), reason };
}

function names(text: string): boolean {
  return steps.test(text) || findTerms(text, fold(text)).some(({ kind }) => kind === "verify" || kind === "code");
}
