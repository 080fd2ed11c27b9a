import { CommandError } from "@frontdesk/basics/command-line";

/**
 * Sends one request to a running server's API and returns the response's JSON. Times out after ten seconds.
 *
 * @throws CommandError with the server's error, or that no Frontdesk server responds there
 */
export async function callApi(url: string, init: RequestInit): Promise<unknown> {
  const { origin } = new URL(url);
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch((cause: Error) => {
    throw new CommandError(`No server responds at ${origin}. Is it running, and is --url correct?`, { cause });
  });
  // `null` if the response is not JSON, so not from Frontdesk.
  const body = (await response.json().catch(() => null)) as { error?: string } | null;
  if (response.ok && body) return body;
  throw new CommandError(body?.error ?? `The server at ${origin} is not Frontdesk (HTTP ${response.status}).`);
}
