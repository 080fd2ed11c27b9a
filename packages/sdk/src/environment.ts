/** A setting of the surrounding process; `undefined` where there is none, as in a browser. */
function fromEnvironment(name: string): string | undefined {
  // Not every place that has `fetch` has a process.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}

/** The server's address, given or of the environment. @throws TypeError where there is none, or it is no http address. */
export function toBaseUrl(given: string | undefined): string {
  const url = given ?? fromEnvironment("FRONTDESK_URL");
  if (!url) throw new TypeError("No server: give `baseUrl`, or set FRONTDESK_URL, such as http://localhost:8787.");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`${JSON.stringify(url)} is no http address. Give one such as http://localhost:8787.`);
  return url.replace(/\/+$/, "");
}

/** The agent key, given or of the environment. @throws TypeError where there is none. */
export function toAccessKey(given: string | undefined): string {
  const key = given ?? fromEnvironment("FRONTDESK_KEY");
  if (!key) throw new TypeError("No key: give `accessKey`, or set FRONTDESK_KEY to an agent access key, svcagt_….");
  return key;
}

/** The key of one inbox. @throws TypeError where there is none. */
export function toToken(given: string, prefix: string): string {
  // Callers in JavaScript hand on a variable that was never set.
  if (!given) throw new TypeError(`No key: give \`token\`, the inbox's own key, ${prefix}….`);
  return given;
}
