/** What an address says of itself, apart from its host, which says nothing of what a link is for. */
export interface Address {
  /** Leads to the front page and nowhere else. */
  home: boolean;
  /** Its path or its fields speak of verifying, confirming, signing in. */
  step: boolean;
  /** It is of a kind that every mail has below: to unsubscribe, for help, a picture. */
  aside: boolean;
  /** It carries something drawn at random. */
  token: boolean;
  /** It carries something short that may be drawn. */
  short: boolean;
}

const steps =
  /verif|confirm|activat|magic|reset|recover|sign-?[iu]|log-?in|auth|invit|regist|valid|passw|unlock|accept|^otp$|welcome|onboard|enrol|join|forgot|callback|complete|oobcode|action-?token/i;
const asides =
  /^(?:unsub\w*|opt-?out|abmeld\w*|afmeld\w*|desabon\w*|baja|wypisz\w*|preferences?|email-?preferences|notification-?settings|privacy\w*|datenschutz|terms\w*|tos|help|help-?cent(?:er|re)|support|faqs?|contact\w*|about|about-?us|blog|news|legal|imprint|impressum|careers|twitter|facebook|instagram|linkedin|youtube|report-?abuse|docs?|documentation|webversion|view-?in-?browser|pixel|open\.gif|logo)$/i;
const file = /\.(?:png|jpe?g|gif|svg|css|ico|webp|pdf|ics)$/i;
const shops = /^(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)$/i;

export function readAddress(url: string): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { home: false, step: false, aside: false, token: false, short: false };
  }
  const segments = [...parsed.pathname.split("/"), ...parsed.hash.slice(1).split(/[/?&=]/)].map(decode).filter(Boolean);
  const fields = [...parsed.searchParams].slice(0, 40);
  const values = fields.map(([, value]) => value);
  // What is drawn at random is no word, whatever letters it has.
  const words = [...segments, ...fields.map(([name]) => name), ...values].filter(
    (part) => part.length < 40 && !isToken(part),
  );
  const tokens = [...segments, ...values].some((part) => isToken(part) || part.split(/[.,;:_~-]/).some(isToken));
  return {
    home: segments.length === 0 && fields.length === 0,
    step: words.some((word) => steps.test(word)),
    aside:
      shops.test(parsed.hostname) ||
      file.test(parsed.pathname) ||
      segments.some((segment) => !isToken(segment) && asides.test(segment.replace(/\.\w{2,5}$/, ""))),
    token: tokens,
    short:
      !tokens &&
      [...segments, ...values].some((part) => /^(?=.*\d)[\w-]{6,}$/.test(part) && !/^\d{4}-\d\d-\d\d$/.test(part)),
  };
}

/** Whether something was drawn at random: long enough, and mixed as no word and no number is. */
function isToken(part: string): boolean {
  if (part.length < 12 || /\s/.test(part)) return false;
  if (part.length >= 64 && /^[\w.~=+/-]+$/.test(part)) return true;
  if (!/^[\w.~=+/|:-]+$/.test(part)) return false;
  if (/^[0-9a-f]{16,}$/i.test(part) || /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(part))
    return /\d/.test(part);
  const turns = part.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])|[A-Z](?=[a-z][A-Z\d])/g)?.length ?? 0;
  return turns >= Math.max(2, part.length / 10) && (/\d/.test(part) || turns >= part.length / 4);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
