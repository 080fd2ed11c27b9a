import { CommandError } from "@frontdesk/cli/framework";

/**
 * Sends one request to a running server's API and returns its answer's JSON. Waits ten seconds at most.
 *
 * @throws CommandError with what the server said, where it refused, or that no Frontdesk answers there
 */
export async function callApi(url: string, init: RequestInit): Promise<unknown> {
  const { origin } = new URL(url);
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch((cause: Error) => {
    throw new CommandError(`No server answers at ${origin}. Is it running, and is --url right?`, { cause });
  });
  const answer = (await response.json().catch(() => null)) as { error?: string } | null;
  if (response.ok && answer) return answer;
  throw new CommandError(answer?.error ?? `What answers at ${origin} is not Frontdesk (HTTP ${response.status}).`);
}
