/**
 * Prefix of each credential: the four of interface section 5, then those of a connection to `/mcp`: access token, refresh token
 * and authorization code.
 */
export const tokenPrefixes = {
  agent: "svcagt_",
  subdomain: "svc_",
  mailbox: "svcm_",
  sms: "svcsms_",
  access: "svcat_",
  refresh: "svcrt_",
  code: "svcac_",
} as const;

/** The kind of resource that a token opens. */
export type TokenOwner = keyof typeof tokenPrefixes;

// `svc_` may also begin the name of a mailbox or a host, so it needs as many characters as the shortest key has.
// Without an upper bound, a long run of letters would be read once from each of its characters.
const tokens = /\b(svc(?:agt|m|sms|at|rt|ac)_|svc_(?=[A-Za-z0-9]{16}))[A-Za-z0-9]{8,256}/gi;

/** Returns the text with the secret part of each token replaced; its prefix stays: `svcagt_…`. */
export function maskTokens(text: string, mask = "…"): string {
  return text.replace(tokens, (_token, prefix: string) => prefix + mask);
}
