/** What a URL says about its link. The host does not count: it says nothing about the purpose of a link. */
export interface UrlTraits {
  isHomepage: boolean;
  /** A path segment or a parameter speaks of verifying, confirming or signing in. */
  namesAction: boolean;
  /** A link of the kind below every mail: to unsubscribe, for help, an image, an app store. */
  isBoilerplate: boolean;
  /** It contains a random token. */
  hasToken: boolean;
  /** It contains no token, but something short that may be random. */
  hasShortToken: boolean;
}

const ACTION_WORDS =
  /verif|confirm|activat|magic|reset|recover|sign-?[iu]|log-?in|auth|invit|regist|valid|passw|unlock|accept|^otp$|welcome|onboard|enrol|join|forgot|callback|complete|oobcode|action-?token/i;
const BOILERPLATE_WORDS =
  /^(?:unsub\w*|opt-?out|abmeld\w*|afmeld\w*|desabon\w*|baja|wypisz\w*|preferences?|email-?preferences|notification-?settings|privacy\w*|datenschutz|terms\w*|tos|help|help-?cent(?:er|re)|support|faqs?|contact\w*|about|about-?us|blog|news|legal|imprint|impressum|careers|twitter|facebook|instagram|linkedin|youtube|report-?abuse|docs?|documentation|webversion|view-?in-?browser|pixel|logo)$/i;
const FILE_EXTENSION = /\.(?:png|jpe?g|gif|svg|css|ico|webp|pdf|ics)$/i;
const APP_STORES = /^(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)$/i;
/** Real links have few parameters; a hostile sender may add any number, which would cost time. */
const MAX_PARAMETERS = 40;

/**
 * Reads from path, fragment and query what a link is for. Only the words there say it: no tokens, and no values of 40 characters or more.
 * An invalid URL has no traits.
 */
export function readUrlTraits(url: string): Partial<UrlTraits> {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return {};
  }
  const pathAndFragment = [...parsed.pathname.split("/"), ...parsed.hash.slice(1).split(/[/?&=]/)];
  const segments = pathAndFragment.map(decodePercent).filter((segment) => segment !== "");
  const parameters = [...parsed.searchParams].slice(0, MAX_PARAMETERS);
  const segmentsAndValues = [...segments, ...parameters.map(([, value]) => value)];
  const parameterNames = parameters.map(([name]) => name);
  const parts = [...segmentsAndValues, ...parameterNames];
  const words = parts.filter((part) => part.length < 40 && !isToken(part));
  const hasToken = segmentsAndValues.some(containsToken);
  return {
    isHomepage: segments.length === 0 && parameters.length === 0,
    namesAction: words.some((word) => ACTION_WORDS.test(word)),
    isBoilerplate:
      APP_STORES.test(parsed.hostname) ||
      FILE_EXTENSION.test(parsed.pathname) ||
      segments.some((segment) => !isToken(segment) && isBoilerplateWord(segment)),
    hasToken,
    hasShortToken: !hasToken && segmentsAndValues.some(isShortToken),
  };
}

/** Whether a part of a URL is a token, or has one between its marks: `user-aB3xK9qLmZ7t`. */
function containsToken(part: string): boolean {
  return isToken(part) || part.split(/[.,;:_~-]/).some(isToken);
}

/** Whether a path segment is a word such as `privacy` or `help.html`. */
function isBoilerplateWord(segment: string): boolean {
  return BOILERPLATE_WORDS.test(segment.replace(/\.\w{2,5}$/, ""));
}

/** `aB3x` changes three times between small letters, capitals and digits. A capital before a single small letter counts; that of `Sign` does not. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])|[A-Z](?=[a-z][A-Z\d])/g;
const HEX_OR_UUID = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * Whether a part of a URL is random: at least 12 characters that change more often between capitals, small letters and digits than
 * words and numbers do, a UUID or hexadecimal number with a digit (`deadbeef…` may be words), or at least 64 characters, too long for
 * words unless `|` or `:` joins several: `spring:newsletter|…`.
 */
function isToken(part: string): boolean {
  if (part.length < 12 || !/^[\w.~=+/|:-]+$/.test(part)) return false;
  const joinsWords = /[|:]/.test(part);
  if (part.length >= 64 && !joinsWords) return true;
  const hasDigit = /\d/.test(part);
  if (HEX_OR_UUID.test(part)) return hasDigit;
  // Words that are written together, as in `signInPage`, change too: without a digit, every fourth character must change.
  const charactersForOneChange = hasDigit ? 10 : 4;
  const changes = part.match(CHANGES)?.length ?? 0;
  return changes >= part.length / charactersForOneChange;
}

/** Whether a part of a URL may be a short token: at least six characters, one of them a digit. A date such as `2026-01-31` is none. */
function isShortToken(part: string): boolean {
  return /^(?=.*\d)[\w-]{6,}$/.test(part) && !/^\d{4}-\d\d-\d\d$/.test(part);
}

/** Decodes percent-encoding; returns the part unchanged if that is invalid. */
function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
