import { readFileSync } from "node:fs";
import { TunnelOptionsError } from "../client/errors.ts";

export interface TokenSources {
  token?: string | undefined;
  tokenFile?: string | undefined;
  environment: NodeJS.ProcessEnv;
  /** Where `-` reads. */
  stdin: NodeJS.ReadableStream;
}

const LONGEST_LINE = 1_000;

/** The token from the flag (`-` reads standard input), a file or the environment, in this order. */
export async function readToken({ token, tokenFile, environment, stdin }: TokenSources): Promise<string> {
  if (token === "-") return firstWord(await readLine(stdin), "standard input");
  if (token !== undefined && token !== "") return token;
  if (tokenFile !== undefined) return firstWord(readToEnd(tokenFile), tokenFile);
  const { FRONTDESK_TUNNEL_TOKEN, FRONTDESK_TUNNEL_TOKEN_FILE } = environment;
  if (FRONTDESK_TUNNEL_TOKEN) return FRONTDESK_TUNNEL_TOKEN;
  if (FRONTDESK_TUNNEL_TOKEN_FILE)
    return firstWord(readToEnd(FRONTDESK_TUNNEL_TOKEN_FILE), FRONTDESK_TUNNEL_TOKEN_FILE);
  throw new TunnelOptionsError(
    "token: give -k <token>, -k - (standard input), --token-file <path> or the environment variable FRONTDESK_TUNNEL_TOKEN",
  );
}

/** One line, without waiting for the end: a person types it, and a program may keep the pipe open. */
async function readLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  // Leaving the loop closes the input, which would hold the process otherwise.
  for await (const piece of input) {
    text += piece;
    if (text.includes("\n") || text.length > LONGEST_LINE) break;
  }
  return text.split("\n", 1)[0]!;
}

function readToEnd(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new TunnelOptionsError(`token: ${path} cannot be read`);
  }
}

function firstWord(text: string, source: string): string {
  const word = text.trim();
  if (word === "" || /\s/.test(word)) throw new TunnelOptionsError(`token: ${source} does not hold a single token`);
  return word;
}
