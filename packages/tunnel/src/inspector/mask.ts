const SECRET = /authorization|cookie|token|secret|password|passwd|api-?key|apikey|session|signature/i;
const MASK = "•••";

/** Headers for the eye: pairs, with the values of those that carry secrets hidden. */
export function maskHeaders(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    pairs.push([name, SECRET.test(name) ? MASK : flat[at + 1]!]);
  }
  return pairs;
}

/** A path for the eye: the values of query parameters that carry secrets hidden. */
export function maskPath(path: string): string {
  return path.replace(/([?&])([^=&]{1,100})=([^&]*)/g, (all, mark: string, name: string) =>
    SECRET.test(name) || /^(?:code|key|sig|auth)$/i.test(name) ? `${mark}${name}=${MASK}` : all,
  );
}

/** A text body for the eye: secrets in JSON and in forms hidden. */
export function maskBody(text: string): string {
  return text
    .replace(/("[^"\n]{0,60}(?:token|secret|password|passwd|api_?key)[^"\n]{0,60}"\s*:\s*)"[^"\n]*"/gi, `$1"${MASK}"`)
    .replace(/((?:^|&)[^=&\n]{0,60}(?:token|secret|password|passwd|api_?key)[^=&\n]{0,60}=)[^&\n]*/gi, `$1${MASK}`);
}
