const SECRET = /authorization|cookie|token|secret|password|passwd|api-?key|apikey|session|signature/i;
const MASK = "•••";

/** Headers for the eye: pairs, with the values of those that carry secrets hidden. */
export function maskHeaders(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    pairs.push([name, SECRET.test(name) ? MASK : maskKnown(maskPath(flat[at + 1]!))]);
  }
  return pairs;
}

/** A path or an address for the eye: the values of parameters that carry secrets hidden. */
export function maskPath(path: string): string {
  return path.replace(/([?&#])([^=&#]{1,100})=([^&#\s]*)/g, (all, mark: string, name: string) =>
    SECRET.test(name) || /^(?:code|key|sig|auth)$/i.test(name) ? `${mark}${name}=${MASK}` : all,
  );
}

const NAME = "(?:token|secret|password|passwd|api_?key|authorization)";
/** A field of JSON, also one that is cut off in the middle. */
const JSON_FIELD = new RegExp(
  `("[^"\\n]{0,60}${NAME}[^"\\n]{0,60}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|[\\d.eE+-]+)`,
  "gi",
);
const FORM_FIELD = new RegExp(`((?:^|&)[^=&"\\n]{0,60}${NAME}[^=&"\\n]{0,60}=)[^&\\n]*`, "gi");
const FORM_PART = new RegExp(
  `(name="[^"\\n]{0,60}${NAME}[^"\\n]{0,60}"[^\\r\\n]{0,200}(?:\\r?\\n[^\\r\\n]{1,200}){0,5}\\r?\\n\\r?\\n)[\\s\\S]*?(?=\\r?\\n--|$)`,
  "gi",
);

/** A text body for the eye: secrets in JSON and in forms hidden, and whatever is known to be one by its looks. */
export function maskBody(text: string): string {
  return maskKnown(
    text.replace(JSON_FIELD, `$1"${MASK}"`).replace(FORM_FIELD, `$1${MASK}`).replace(FORM_PART, `$1${MASK}`),
  );
}

/** Hides what is a secret wherever it stands: our own tokens, signed ones, and private keys. */
function maskKnown(text: string): string {
  return text
    .replace(/\b(svc(?:agt|m|sms)?_)[A-Za-z0-9]{8,}/g, `$1${MASK}`)
    .replace(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK)
    .replace(/(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g, `$1 ${MASK} `);
}
