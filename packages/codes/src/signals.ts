/**
 * The signals that speak for or against a candidate, and how much each adds to its score. The score becomes the confidence in
 * `scoring/confidence.ts`. `test/signals/examples.txt` has a message with each signal and nearly the same one without it;
 * `npm run codes:score -- --explain <file>` prints the signals of a message.
 */
export const signalWeights = {
  // The word that names the candidate: one of these.
  /** A word for a code or password of some kind: "code". */
  codeWord: 5,
  /** A word for a code of at most eight digits: "PIN". */
  pinWord: 5.4,
  /** A word for a one-time code and nothing else: "OTP". */
  strongWord: 6,
  /** A word for a code beside one of verifying: "verification code". */
  verifiedWord: 5.6,
  /** A word for a code near one for goods or parcels, which have codes too. */
  goodsWord: 2.8,
  /** A word that the lexicon does not know qualifies the code word: "asset code", and the same in a message about a purchase. */
  unknownQualifier: -0.6,
  unknownQualifierOfPurchase: -2,

  /** The code word is of control: its number is only compared, if there is another code. */
  controlWord: -1.2,

  // Where the word stands.
  /** For each word between the code word and the candidate, if a delimiter or a word such as "is" precedes the candidate. */
  wordBeforeDelimiter: -0.08,
  /** For each word between, if the candidate ends its sentence. */
  wordBeforeLastWord: -0.2,
  /** For each word between, elsewhere. */
  wordBetween: -0.45,
  /** For each other number between the code word and the candidate. */
  numberBetween: -1.5,
  /** The code word follows the candidate: "123456 is your code". */
  wordAfter: -0.3,
  /** For each word between, if candidate and code word fill the sentence. */
  wordOfSentence: -0.15,
  /** For each word between, if the candidate opens its clause. */
  wordOfClause: -0.25,
  /** For each word between, elsewhere. */
  wordBetweenAfter: -0.5,
  /** For each other number between a candidate and the code word after it. */
  numberBetweenAfter: -3,
  /** The candidate has its own line, right below the sentence with the code word. */
  lineRightBelow: -0.6,
  /** The candidate has its own line, further below the code word. */
  lineBelow: -1.2,
  /** For each number between a line and the code word above it. */
  numberAbove: -0.4,
  /** The candidate has its own line above a sentence with the code word. */
  lineAbove: -1.3,
  /** For each number between a line and the code word below it. */
  numberBelow: -1,

  // Evidence without a code word: one of these.
  /** Built as codes are: "G-123456". */
  prefixed: 3.6,
  /** Digits that somebody asks to type. */
  typedDigits: 4,
  /** Letters and digits that somebody asks to type to verify something. */
  typedLetters: 4.8,
  /** The end of a sentence that says what to verify with: "Log in with 482913", "Use it to log in: 482913". */
  verifiedWith: 4.2,
  /** The only number, after a colon, in a message that warns of sharing: "Sign-in: 482913. Share it with nobody." */
  secretNumber: 3.6,
  /** After a colon, in a message that asks to approve one amount: "Confirm the payment of 84.99 EUR: 482913". */
  payment: 3.8,
  /** The only number of a short message that lasts for minutes, warns of sharing or is for an app: "Copper login 482913, tell nobody". */
  loneNumber: 3.4,
  /** Letters, or letters and digits, on their own line below one that asks to type something. */
  belowRequest: 4.8,
  /** Digits there. */
  digitsBelowRequest: 4.2,
  /** Six to eight digits on their own line, near a word of verifying or expiring. */
  ownLineDigits: 3.6,
  /** Random letters and digits on their own line, near a word of verifying or expiring. */
  ownLineLetters: 3.9,

  // What the candidate looks like.
  /** Six digits are the usual length. */
  sixDigits: 0.4,
  /** Nine digits or more are more often a phone or account number. */
  longNumber: -0.6,
  /** Three digits right after the code word, and elsewhere. */
  threeDigitsNamed: -1.2,
  threeDigits: -4,
  /** A year or a date, after a delimiter, and elsewhere. */
  dateNamed: -0.6,
  date: -3,
  /** One character at a time, beside its code word, and elsewhere. */
  spacedNamed: 0.2,
  spaced: -1,
  /** Letters alone: those of no word, others after a delimiter, and elsewhere. */
  randomLettersNamed: -0.4,
  lettersNamed: -0.9,
  letters: -5,
  /** Like a user name, `ben2001`, after a delimiter, and elsewhere. */
  userNameNamed: -1,
  userName: -5,
  /** Like a promotional code, `WINTER20`, in a message that asks for nothing. */
  promotional: -3,
  /** Letters and digits that do not look random, beside the code word, and elsewhere. */
  plainNamed: -0.4,
  plain: -4,
  /** Letters and digits that look random: beside the code word, in a message that asks to verify, and elsewhere. */
  randomNamed: 0.1,
  randomVerified: -0.9,
  random: -3,
} as const;

export type SignalName = keyof typeof signalWeights;

/** Signals, and how often each applies. */
export type Signals = readonly (readonly [name: SignalName, times: number])[];

/** Returns the score of a candidate: the weights of its signals, each as often as it applies. */
export function sumSignals(signals: Signals): number {
  let score = 0;
  for (const [name, times] of signals) score += signalWeights[name] * times;
  return score;
}
