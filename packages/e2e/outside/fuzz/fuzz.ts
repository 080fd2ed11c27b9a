import fc from "fast-check";
import { onTestFinished } from "vitest";

/** The seed of this run: the same one finds the same faults. */
const seed = Number(process.env.FRONTDESK_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** How long each entrance is tried. */
const seconds = Number(process.env.FRONTDESK_FUZZ_SECONDS ?? 5);

const BATCH = 20;

/** Tries a property until the time is up. A failure is shown by its smallest example, with what repeats it. */
export async function fuzz<Input>(inputs: fc.Arbitrary<Input>, holds: (input: Input) => Promise<void>): Promise<void> {
  const stray = watchStrayErrors();
  const property = fc.asyncProperty(inputs, async (input) => {
    await holds(input);
    stray.rethrow();
  });
  const end = performance.now() + seconds * 1000;
  let batches = 0;
  do {
    const details = await fc.check(property, { seed: seed + batches, numRuns: BATCH });
    if (details.failed) {
      throw new Error(`${fc.defaultReportMessage(details)}\nAgain with FRONTDESK_FUZZ_SEED=${seed + batches}`);
    }
    batches += 1;
  } while (performance.now() < end);
  console.log(`tried ${batches * BATCH} inputs; FRONTDESK_FUZZ_SEED=${seed}`);
}

/** What would have ended the process: nobody caught it. */
function watchStrayErrors(): { rethrow(): void } {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.prependListener("uncaughtException", note);
  process.prependListener("unhandledRejection", note);
  onTestFinished(() => {
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
  });
  return {
    rethrow() {
      const [first] = errors.splice(0);
      if (first !== undefined) throw first;
    },
  };
}

/** A change to a text, at a place given as a share of its length. */
type Edit = { at: number; cut: number; put: string };

const SCRAPS = [
  ..."\r\n\t\0 :;,=\"'<>()[]{}@%#?/\\&*+-._~|^`$!x0A9".split(""),
  ..."\u00ff\u0080\u00c3\u00ef\u00bb\u00bf\u001b\u007f".split(""),
  "\r\n",
  "\n\n",
  "\r\n\r\n",
  "\r\n.\r\n",
  "..",
  "/../",
  "//",
  "%00",
  "%zz",
  "%E0%A4%A",
  "x.1",
  "256.256.256.256",
  "[::1]",
  "[",
  "xn--",
  "chunked",
  "identity",
  "close",
  "keep-alive",
  "upgrade",
  "100-continue",
  "0\r\n\r\n",
  "-1",
  "99999999999999999999",
  "1e309",
  "0x10",
  "null",
  "true",
  "{}",
  "[]",
  '""',
  "__proto__",
  "constructor",
  "toString",
  "ffffffff",
  "=?utf-8?B?",
  "=?iso-2022-jp?Q?=1B$B?=",
  "\u001b$B",
  "+ADw-",
  "<blockquote>",
  "<table><tr><td>",
  "<!--",
  "<style>",
  "<a href=http://x.test>",
  "</",
  "&#x110000;",
  "&amp",
  "--b",
  "--b--",
  "Content-Type: multipart/mixed; boundary=b\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "begin 644 x\r\n",
];

const scrap: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SCRAPS) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...SCRAPS), fc.integer({ min: 2, max: 3000 })).map(([s, n]) => s.repeat(n)),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString("latin1")) },
);

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  put: scrap,
});

/** One of the texts, mangled: cut into, added to, and now and then mixed with another. */
export function mangled(...texts: string[]): fc.Arbitrary<string> {
  const text = fc.constantFrom(...texts);
  const base = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.tuple(text, text, fc.double({ min: 0, max: 1, noNaN: true })).map(splice) },
    { weight: 1, arbitrary: fc.tuple(text, text).map(([first, second]) => first + second) },
  );
  return fc.tuple(base, fc.array(edit, { maxLength: 6 })).map(([start, edits]) => edits.reduce(apply, start));
}

/** A text in the pieces in which it may arrive. */
export function inPieces(whole: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.tuple(whole, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 })).map(([text, cuts]) => {
    const ends = [...cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b), text.length];
    return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end)).filter((piece) => piece !== "");
  });
}

function splice([first, second, at]: [string, string, number]): string {
  return first.slice(0, Math.floor(at * first.length)) + second.slice(Math.floor(at * second.length));
}

function apply(text: string, { at, cut, put }: Edit): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + put + text.slice(place + cut);
}
