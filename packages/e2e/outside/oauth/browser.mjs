// Plays the browser of a person who allows what a client asks for: opened with the URL as its argument, it consents with the key in
// FRONTDESK_KEY and opens the client's callback. Programs get it by BROWSER.
import { pathToFileURL } from "node:url";

/** Allows a request with the ticked scopes, or those of `choose`. Returns the URL that leads back to the client. */
export async function consent(url, key, choose = (scopes) => scopes) {
  const opened = await fetch(url, { redirect: "manual" });
  const location = opened.headers.get("location");
  if (opened.status !== 303 || location === null) throw new Error(`${opened.status} ${await opened.text()}`);
  const { origin, hash } = new URL(location);
  const call = async (path, body) => {
    const response = await fetch(`${origin}/oauth/consent${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ request: hash.slice(1), ...body }),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(result));
    return result;
  };
  const { scopes } = await call("");
  const ticked = scopes.filter(({ ticked, allowed }) => ticked && allowed).map(({ scope }) => scope);
  return (await call("/approve", { scopes: choose(ticked), duration: "day" })).redirect;
}

const retryMs = 100;
const attempts = 100;

/** Opens the callback. Some clients listen only after they have opened the browser, or printed its URL. */
export async function openCallback(url) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

const isProgram = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isProgram) await openCallback(await consent(process.argv[2], process.env.FRONTDESK_KEY));
