import { rankByConfidence } from "../scoring/rank.ts";
import { isOfKind, type Lexicon, purchaseWordKinds, someOfKind, wordKinds } from "../text/lexicon.ts";
import { readSignals } from "../text/message-signals.ts";
import type { NormalizedMessage } from "../text/normalize.ts";
import type { FindOptions, LinkCandidate } from "../types.ts";
import { readUrlTraits, type UrlTraits } from "./link-url.ts";
import { asksToVerifyOrGoOn, type LabelTraits, readLabelTraits, speakOfVerifying, termsIn } from "./link-words.ts";
import { findMessageLinks, type LinkInMessage } from "./message-links.ts";

interface AnalyzedLink extends LinkInMessage {
  /** Its label, or the words that name a bare URL on its line. */
  description: string;
  urlTraits: Partial<UrlTraits>;
  labelTraits: LabelTraits;
  /** Why it cannot be the link to follow, or `undefined`. */
  boilerplateReason: string | undefined;
}

/** What the whole message says about its links. */
interface LinkContext {
  /** It speaks of verifying or of a code. */
  asksToVerify: boolean;
  /** Words and marks of a purchase: goods, parcels, bookings, a percentage. */
  purchaseSigns: number;
  amounts: number;
  isShort: boolean;
  /** The links with a token that are not boilerplate. */
  linksWithToken: AnalyzedLink[];
  /**
   * Boilerplate links with a token, such as "Unsubscribe". They show that the sender tracks all links, so that a token alone does not
   * make another link the one to follow.
   */
  trackedBoilerplate: AnalyzedLink[];
}

const MAX_SHORT_MAIL_LENGTH = 2_500;
const MAX_SCORED_LINKS = 100;

/** Scores the first 100 links of a message by label, words before and URL; more only cost time. The best is first, each URL once. */
export function scoreLinks(message: NormalizedMessage, lexicon: Lexicon, options: FindOptions): LinkCandidate[] {
  const links = findMessageLinks(message, options)
    .slice(0, MAX_SCORED_LINKS)
    .map((link) => analyze(link, lexicon));
  const context = readContext(message, lexicon, links);
  const candidates = links.map((link) => scoreLink(link, lexicon, context));
  return rankByConfidence(candidates, ({ url }) => url);
}

/** Reads what URL and label say, and whether the link is boilerplate. A link without a label is described by the text before it. */
function analyze(link: LinkInMessage, lexicon: Lexicon): AnalyzedLink {
  const urlTraits = readUrlTraits(link.url);
  const description = link.label || captionOf(link);
  const labelTraits = readLabelTraits(description, lexicon);
  return {
    ...link,
    description,
    urlTraits,
    labelTraits,
    boilerplateReason: findBoilerplateReason(link, description, urlTraits, labelTraits, lexicon),
  };
}

/**
 * Reads what the whole message says about its links. Only the beginning of a long text is searched, because the rest costs time and says
 * little. Words that ask for an action are searched in less of it: further down they are of the footer, which is alike in all mails.
 */
function readContext(
  { textWithoutLinks, folded, bodyStart }: NormalizedMessage,
  lexicon: Lexicon,
  links: AnalyzedLink[],
): LinkContext {
  const terms = lexicon.find(textWithoutLinks.slice(0, 8_000), folded.slice(0, 8_000));
  const purchaseWords = terms.filter((term) => isOfKind(term, purchaseWordKinds));
  const offersDiscount = /\d\s?%/.test(textWithoutLinks.slice(0, 4_000));
  const allWithToken = links.filter(({ urlTraits }) => urlTraits.hasToken);
  const linksWithToken = allWithToken.filter(({ boilerplateReason }) => !boilerplateReason);
  return {
    asksToVerify: speakOfVerifying(terms.filter(({ start }) => start < bodyStart + 4_000)),
    purchaseSigns: purchaseWords.length + (offersDiscount ? 1 : 0),
    amounts: readSignals(textWithoutLinks, terms).amounts,
    isShort: textWithoutLinks.length < MAX_SHORT_MAIL_LENGTH,
    linksWithToken,
    // A token in these shows that the sender tracks its readers, so that one in another link says little.
    trackedBoilerplate: allWithToken.filter(({ boilerplateReason }) => boilerplateReason),
  };
}

/**
 * Scores a link by its label, its URL, the words before it and the whole message, and converts the score to a confidence. `isTracked`:
 * its token may only tell who reads the mail. `isSole`: no other link has a token, which speaks for it unless it is tracked.
 */
function scoreLink(link: AnalyzedLink, lexicon: Lexicon, context: LinkContext): LinkCandidate {
  const { url, label, description, labelTraits, boilerplateReason } = link;
  // Listed with the other links, but never the one to follow, so the confidence is far below the default minimum.
  if (boilerplateReason) return { url, text: label, confidence: 0.05, reason: boilerplateReason };
  const isTracked = isOnlyTracked(link, context);
  const isSole = !isTracked && isSoleLink(link, context);
  const isIntroduced = asksToVerifyOrGoOn(lastTwoLines(link.precedingText), lexicon);
  const score = sumSigns(link, context, { isTracked, isSole, isIntroduced });
  return { url, text: label, confidence: toLinkConfidence(score), reason: reasonFor(description, labelTraits, isSole) };
}

/**
 * Adds up the signs that a link is the one to follow, or to leave aside. `asksToVerify`: label or message speaks of verifying or
 * signing in; `namesAction`: the URL does, `…/verify?t=…`; `isCallToAction`: the label only says to go on, as `Continue` does.
 * `isIntroduced`: the lines before the link ask to verify something or to follow it. `isTracked`: its token may only tell who reads the
 * mail. `isSole`: no other link has a token. In a message that does not ask to verify, a label speaks against its link; a bare URL says
 * nothing. The weights were found by trial with `npm run codes:score`.
 */
function sumSigns(
  link: AnalyzedLink,
  context: LinkContext,
  { isTracked, isSole, isIntroduced }: { isTracked: boolean; isSole: boolean; isIntroduced: boolean },
): number {
  const { urlTraits, labelTraits, occurrences } = link;
  let score = 0;
  if (labelTraits.asksToVerify) score += 2.2;
  else if (labelTraits.isCallToAction) score += 1.4;
  if (isIntroduced) score += 1.2;
  if (urlTraits.namesAction) score += 1.6;
  if (urlTraits.hasToken) score += 2;
  else if (urlTraits.hasShortToken) score += 1;
  // The link to follow often comes twice: as a button, and below "If the button does not work".
  if (occurrences > 1 && urlTraits.hasToken) score += 0.8;
  if (isSole) score += 1.8;
  const isForEverybody = !urlTraits.hasToken && !urlTraits.hasShortToken;
  const hasPersonalRival = context.linksWithToken.length > 0;
  if (isForEverybody && hasPersonalRival) score -= 1.2;
  if (context.asksToVerify) score += 0.6;
  else if (labelTraits.hasWords) score -= 0.6;
  if (isTracked) score -= 0.8;
  return score - sumPurchaseSigns(link, context);
}

/**
 * Adds up the signs that a link leads to something bought or booked, and so is not the one to follow: words of a purchase in the message,
 * several amounts in it, and the link itself. In a message with an amount, `View order` is a sign, and any link if the message does not
 * speak of verifying. `Invoice` is a sign in every message that does not. `Confirm`, a link for verifying, never is.
 */
function sumPurchaseSigns(link: AnalyzedLink, { amounts, asksToVerify, purchaseSigns }: LinkContext): number {
  const { namesOtherThing, namesInvoice } = link.labelTraits;
  const leadsToPurchase = amounts > 0 && (namesOtherThing || !asksToVerify);
  const leadsToInvoice = namesInvoice && !asksToVerify;
  let signs = Math.min(1.5, purchaseSigns * 0.5);
  if ((leadsToPurchase || leadsToInvoice) && !isForVerifying(link)) signs += 1.5;
  if (amounts > 1) signs += 1;
  return signs;
}

/** Whether the URL or the label speaks of verifying, confirming or signing in. */
function isForVerifying({ urlTraits, labelTraits }: AnalyzedLink): boolean {
  return urlTraits.namesAction || labelTraits.asksToVerify;
}

/**
 * Whether a token in the link need not mean that it is the one to follow: the sender tracks readers by a token in every link, even in
 * `Unsubscribe`. Not so for a link to verify or sign in, which needs a token for that, nor for an invitation. Does
 * not check whether the link has a token.
 */
function isOnlyTracked(link: AnalyzedLink, { linksWithToken, trackedBoilerplate }: LinkContext): boolean {
  // An invitation (`Join`) has a token of its own; a newsletter's links all have that of its reader.
  const isInvitation =
    link.labelTraits.isCallToAction &&
    linksWithToken.length <= 1 &&
    !trackedBoilerplate.some((other) => shareToken(link.url, other.url));
  return trackedBoilerplate.length > 0 && !isForVerifying(link) && !isInvitation;
}

/** Whether the link is the only one with a token in a short mail that is not about a purchase. */
function isSoleLink({ url }: AnalyzedLink, context: LinkContext): boolean {
  const [first, second] = context.linksWithToken;
  const isAboutPurchase = context.purchaseSigns + context.amounts > 0;
  return first?.url === url && !second && context.isShort && !isAboutPurchase;
}

/** Returns what names a bare URL on its line: `Join the team: https://…`. */
function captionOf({ precedingText }: LinkInMessage): string {
  return /(?:^|\n)[ \t]*([^\n:]{2,40}):\s?$/.exec(precedingText)?.[1] ?? "";
}

/** Whether a part of one URL after its host, as long as a token, is in the other: all links of a mailing have their reader's token. */
function shareToken(one: string, other: string): boolean {
  const [, ...partsAfterHost] = one.replace(/^https?:\/\//i, "").split(/[/?&=#]/);
  return partsAfterHost.some((part) => part.length >= 12 && other.includes(part));
}

/** Converts a link's score to a confidence up to 0.99. The curve is chosen so that a score of 2.8 gives 0.5, the default minimum. */
function toLinkConfidence(score: number): number {
  return Math.min(0.99, Math.round(100 / (1 + Math.exp(-1.6 * (score - 2.8)))) / 100);
}

/** Describes for users why a link has its confidence. */
function reasonFor(description: string, { asksToVerify }: LabelTraits, isSoleLink: boolean): string {
  if (asksToVerify) return `says «${description}»`;
  return isSoleLink ? "is the only one with a token" : "is a link";
}

/**
 * Returns why a link cannot be the one to follow, if so: it leads to the home page, or to help, privacy and the like. `description`:
 * its label, or the words that name a bare URL on its line. Without either, the text before the URL decides.
 */
function findBoilerplateReason(
  { precedingText }: LinkInMessage,
  description: string,
  urlTraits: Partial<UrlTraits>,
  labelTraits: LabelTraits,
  lexicon: Lexicon,
): string | undefined {
  // The label may show the home page while the URL goes through a tracker.
  const showsHomepage = /^https?:/i.test(description) && readUrlTraits(description).isHomepage;
  if (urlTraits.isHomepage || showsHomepage) return "leads home";
  const isBoilerplate = labelTraits.isBoilerplate || urlTraits.isBoilerplate;
  if (isBoilerplate && !labelTraits.asksToVerify) return "leads aside";
  return description === "" && introducesBoilerplate(precedingText, lexicon) ? "leads aside" : undefined;
}

/** Whether the words before a bare URL say that it is boilerplate: `Unsubscribe here: https://…`. */
function introducesBoilerplate(precedingText: string, lexicon: Lexicon): boolean {
  const sameLine = precedingText.slice(precedingText.lastIndexOf("\n") + 1);
  // A URL on its own line is introduced by the lines above. At most 60 characters: words further away are about something else.
  const description = (sameLine.trim() === "" ? lastTwoLines(precedingText) : sameLine).slice(-60);
  const terms = termsIn(description, lexicon);
  return someOfKind(terms, wordKinds.boilerplate) && !speakOfVerifying(terms);
}

/** Returns the last two lines that are not blank. */
function lastTwoLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim())
    .slice(-2)
    .join("\n");
}
