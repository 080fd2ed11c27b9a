/** A setting of the surrounding process; `undefined` where there is none, as in a browser. */
function fromEnvironment(name: string): string | undefined {
  // Not every place that has `fetch` has a process.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}

/** The server's address, given or of the environment. @throws TypeError where there is none, or it is no http address. */
export function toBaseUrl(given: string | undefined): string {
  // Callers in JavaScript also have a `URL`.
  const url = String(given ?? fromEnvironment("FRONTDESK_URL") ?? "").trim();
  if (!url) throw new TypeError("No server: give `baseUrl`, or set FRONTDESK_URL, such as http://localhost:8787.");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`${JSON.stringify(url)} is no http address. Give one such as http://localhost:8787.`);
  const { username, password, search, hash, origin } = new URL(url);
  // `fetch` would repeat the password in its error, and paths behind a page's address reach another one.
  if (username + password + search + hash) throw new TypeError(`Give the server's address alone, such as ${origin}.`);
  return url.replace(/\/+$/, "");
}

/** The agent key, given or of the environment. @throws TypeError where there is none. */
export function toAgentKey(given: string | undefined): string {
  const key = given ?? fromEnvironment("FRONTDESK_KEY");
  if (!key) throw new TypeError("No key: give `key`, or set FRONTDESK_KEY to an agent key, svcagt_….");
  return checkKey(key, "`key` (or FRONTDESK_KEY)");
}

/** The key of one inbox. @throws TypeError where there is none. */
export function toKey(given: string, prefix: string): string {
  // Callers in JavaScript hand on a variable that was never set.
  if (!given) throw new TypeError(`No key: give \`key\`, the inbox's own key, ${prefix}….`);
  return checkKey(given, "`key`");
}

/** What no header can carry would be repeated by the error of `fetch`. @throws TypeError */
function checkKey(key: string, name: string): string {
  const bare = String(key).trim();
  if (/^[!-~]*$/.test(bare)) return bare;
  throw new TypeError(`${name} holds a character that no key has. Copy the key whole, and nothing else.`);
}
