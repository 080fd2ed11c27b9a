/** Returns an environment variable; `undefined` if it is empty or there is no process, as in a browser. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}

/**
 * Returns the server's URL, the option or FRONTDESK_URL, without a slash at its end.
 * @throws TypeError if both are missing, or it is no http(s) URL
 */
export function toBaseUrl(option: string | URL | undefined): string {
  const url = String(option ?? fromEnvironment("FRONTDESK_URL") ?? "").trim();
  if (!url) throw new TypeError("No server: give `baseUrl`, or set FRONTDESK_URL, such as http://localhost:8787.");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`${JSON.stringify(url)} is not an http(s) URL. Give one such as http://localhost:8787.`);
  const { username, password, search, hash, origin } = new URL(url);
  // `fetch` would repeat a password in its errors, and a query would swallow the path of each request.
  if (username + password + search + hash)
    throw new TypeError(`Give the server's URL without credentials, query and fragment, such as ${origin}.`);
  return url.replace(/\/+$/, "");
}

/** Returns the agent key: the option, or FRONTDESK_KEY. @throws TypeError if both are missing */
export function toAgentKey(option: string | undefined): string {
  const key = checkKey(option ?? fromEnvironment("FRONTDESK_KEY"), "`key` (or FRONTDESK_KEY)");
  if (key === "") throw new TypeError("No key: give `key`, or set FRONTDESK_KEY to an agent key, svcagt_….");
  return key;
}

/** Checks the option `key`. `prefix` only names the right kind of key in the error. @throws TypeError */
export function toKey(option: string, prefix: string): string {
  const key = checkKey(option, "`key`");
  if (key === "") throw new TypeError(`No key: give \`key\`, the inbox's own key, ${prefix}….`);
  return key;
}

/**
 * Returns the key without the spaces around it; "" if it is missing, such as a JavaScript caller's variable that was never set. Rejects
 * one that no header can carry, because the error of `fetch` would repeat it. @throws TypeError that names the key as `name`
 */
function checkKey(key: string | undefined, name: string): string {
  const trimmedKey = String(key || "").trim();
  if (/^[!-~]*$/.test(trimmedKey)) return trimmedKey;
  throw new TypeError(`${name} contains a character that no key has. Copy the whole key, and nothing else.`);
}
