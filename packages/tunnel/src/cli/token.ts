import { readFileSync } from "node:fs";
import { TunnelOptionsError } from "../client/errors.ts";

export interface TokenSources {
  token?: string | undefined;
  tokenFile?: string | undefined;
  environment: NodeJS.ProcessEnv;
  /** Read for the token `-`. */
  stdin: NodeJS.ReadableStream;
}

const MAX_LINE_LENGTH = 1_000;

/** Returns the token from the flag (`-` for standard input), a file or the environment, in this order. */
export async function readToken({ token, tokenFile, environment, stdin }: TokenSources): Promise<string> {
  if (token === "-") return toSingleToken(await readLine(stdin), "standard input");
  // `--token "$TOKEN"` with an unset variable is empty, and counts as no flag.
  if (token !== undefined && token !== "") return token;
  if (tokenFile !== undefined) return toSingleToken(readToEnd(tokenFile), tokenFile);
  const { FRONTDESK_TUNNEL_TOKEN, FRONTDESK_TUNNEL_TOKEN_FILE } = environment;
  if (FRONTDESK_TUNNEL_TOKEN) return FRONTDESK_TUNNEL_TOKEN;
  if (FRONTDESK_TUNNEL_TOKEN_FILE)
    return toSingleToken(readToEnd(FRONTDESK_TUNNEL_TOKEN_FILE), FRONTDESK_TUNNEL_TOKEN_FILE);
  throw new TunnelOptionsError(
    "token: give -k <token>, -k - (standard input), --token-file <path> or the environment variable FRONTDESK_TUNNEL_TOKEN",
  );
}

/** Reads one line. Does not wait for the end of the input, because a program may keep the pipe open. */
async function readLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  // `break` closes the input, which would keep the process running otherwise.
  for await (const chunk of input) {
    text += chunk;
    if (text.includes("\n") || text.length > MAX_LINE_LENGTH) break;
  }
  return text.split("\n", 1)[0]!;
}

/** Reads a whole file. @throws TunnelOptionsError */
function readToEnd(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new TunnelOptionsError(`token: ${path} cannot be read`);
  }
}

/** Returns the token that is the whole text. @throws TunnelOptionsError if the text is empty or has several words */
function toSingleToken(text: string, source: string): string {
  const token = text.trim();
  if (token === "" || /\s/.test(token))
    throw new TunnelOptionsError(`token: ${source} does not contain a single token`);
  return token;
}
