import { createClient, createFrontdesk, type Frontdesk, FrontdeskError, type Scope, unwrap } from "@frontdesk/sdk";
import { isConnected, monitoredFetch } from "./connection.ts";
import { createStore } from "./store.ts";

const storageKey = "frontdesk.key";
const baseUrl = location.origin;

type Account = Awaited<ReturnType<Frontdesk["account"]>>;
export type ServerInfo = Awaited<ReturnType<typeof fetchServerInfo>>;

/** Signed-in agent key with its account and server. */
export interface SignedIn extends Account {
  key: string;
  frontdesk: Frontdesk;
  server: ServerInfo;
}
export type DashboardSession =
  /** Signed out. `reason` tells the user the reason, if it was not their own choice. */
  | { state: "signed-out"; reason: string | null }
  | { state: "signing-in" }
  /** The server does not respond; `retry` repeats the failed sign-in. */
  | { state: "unreachable"; retry: () => Promise<void> }
  | ({ state: "signed-in" } & SignedIn);

export const session = createStore<DashboardSession>({ state: "signing-in" });

/** Client for operations without a key. */
export const publicClient = createClient({ baseUrl, key: null, fetch: monitoredFetch });
/** Creates a client with the key of one inbox. */
export const clientFor = (token: string) => createClient({ baseUrl, key: token, fetch: monitoredFetch });
/** SDK options to connect to this server. */
export const connectionOptions = { baseUrl, fetch: monitoredFetch };

/** Code of a sign-in link that needs consent, because the tab already has a session. */
export const pendingSignInCode = createStore<string | null>(null);

const fetchServerInfo = () => unwrap(publicClient.GET("/svc-api/server/version"));

/**
 * Restores the session from the key that the tab keeps. `code` comes from the sign-in link that opened the page; it signs in if
 * the tab has no key, else the user is asked first.
 */
export async function restoreSession(code: string | null = null): Promise<void> {
  const key = sessionStorage.getItem(storageKey);
  if (key !== null) {
    pendingSignInCode.set(code);
    await signIn(key);
  } else if (code !== null) await signInWithCode(code);
  else session.set({ state: "signed-out", reason: null });
}

/**
 * Signs in with a link opened while the page is open. Unless the tab is signed out, the link waits in `pendingSignInCode` until the user
 * agrees: an attacker's link must not replace the session silently.
 */
export function openSignInLink(code: string): void {
  if (session.get().state === "signed-out") void signInWithCode(code);
  else pendingSignInCode.set(code);
}

/** Number of the last sign-in or sign-out that has begun. */
let lastChange = 0;

/**
 * Begins a sign-in or sign-out. Returns the function that says whether no other has begun since: a server that is away may answer a
 * sign-in only when the user has signed in with another key.
 */
function beginChange(): () => boolean {
  lastChange += 1;
  const change = lastChange;
  return () => change === lastChange;
}

/** Exchanges the code of a sign-in link for a key and signs in with it. */
export async function signInWithCode(code: string): Promise<void> {
  const isLatest = beginChange();
  showSigningIn();
  try {
    const key = await exchangeCode(code);
    if (isLatest()) await signIn(key);
  } catch (error) {
    if (!isLatest()) return;
    // Only the exchange rejects: `signIn` shows its own errors.
    onSignInError(error, { rejectionMessage: invalidLinkMessage, retry: () => signInWithCode(code) });
  }
}

/** Signs in with the link that the user consented to. @throws Error for the user if the link is rejected; the session stays */
export async function acceptSignInCode(code: string): Promise<void> {
  let key: string;
  try {
    key = await exchangeCode(code);
  } catch (error) {
    throw error instanceof FrontdeskError && error.status === 401 ? new Error(invalidLinkMessage) : error;
  }
  pendingSignInCode.set(null);
  await signIn(key);
}

const invalidLinkMessage =
  "This link was used already, or is older than ten minutes. Ask for a new one with `frontdesk dashboard`.";

/** Exchanges the code of a sign-in link for an agent key. A code is valid once. */
async function exchangeCode(code: string): Promise<string> {
  const { agent_token } = await unwrap(publicClient.POST("/svc-api/sign-in", { body: { code } }));
  return agent_token.token;
}

/** Signs in with an agent key. The tab keeps it until it is closed or the server rejects it; it is never in a URL or cookie. */
export async function signIn(key: string): Promise<void> {
  const isLatest = beginChange();
  showSigningIn();
  /** Sends a request. Signs out at a 401 to the agent key, which is the only sign that it was revoked or has expired. */
  async function fetchAndSignOutOn401(request: Request): Promise<Response> {
    const response = await monitoredFetch(request);
    // The client's mailboxes and SMS inboxes send their own keys; a 401 to one of those says nothing about the agent key.
    const usesAgentKey = request.headers.get("authorization") === `Bearer ${key}`;
    if (response.status === 401 && usesAgentKey) signOutRevokedKey(key);
    return response;
  }
  try {
    const frontdesk = createFrontdesk({ baseUrl, key, fetch: fetchAndSignOutOn401 });
    const [account, server] = await Promise.all([frontdesk.account(), fetchServerInfo()]);
    if (!isLatest()) return;
    sessionStorage.setItem(storageKey, key);
    session.set({ state: "signed-in", key, frontdesk, server, ...account });
  } catch (error) {
    if (!isLatest()) return;
    const isRejected = error instanceof FrontdeskError && error.status === 401;
    if (isRejected) sessionStorage.removeItem(storageKey);
    onSignInError(error, {
      rejectionMessage: "The server does not know this key: it is mistyped, revoked or expired.",
      retry: () => signIn(key),
    });
  }
}

/** Shows that the sign-in runs, but keeps the page "unreachable": each of its retries is a sign-in too, and would make it flicker. */
function showSigningIn(): void {
  if (session.get().state !== "unreachable") session.set({ state: "signing-in" });
}

interface SignInErrorOptions {
  /** Message if the server rejected the key or the code. */
  rejectionMessage: string;
  retry: () => Promise<void>;
}

/**
 * Ends a failed sign-in. If the server is unreachable, offers a retry; a proxy returns 502 to 504 then, so statuses from 500 count as
 * that. Else signs in with the link in `pendingSignInCode`, or signs out with an error message: `rejectionMessage` for a 401.
 */
function onSignInError(error: unknown, { rejectionMessage, retry }: SignInErrorOptions): void {
  if (error instanceof FrontdeskError && error.status < 500) {
    const code = pendingSignInCode.get();
    pendingSignInCode.set(null);
    // The link waited for the user's consent, because it would replace the session of this tab's key. Now that the key is rejected,
    // there is no session to replace, so nobody is asked.
    if (code !== null) void signInWithCode(code);
    else session.set({ state: "signed-out", reason: error.status === 401 ? rejectionMessage : error.message });
  } else {
    isConnected.set(false);
    session.set({ state: "unreachable", retry });
  }
}

/** Fetches the account and the scopes of the key again. */
export async function refreshAccount(): Promise<void> {
  const before = session.get();
  if (before.state !== "signed-in") return;
  const account = await before.frontdesk.account();
  const current = session.get();
  // Do not sign in again after a sign-out in the meantime.
  if (current.state === "signed-in" && current.key === before.key) session.set({ ...current, ...account });
}

/** Fetches the account again in the background, after its usage has changed. If that fails, the views keep the old numbers. */
export function refreshUsage(): void {
  refreshAccount().catch(() => {});
}

/** Deletes the key from the tab, and a sign-in link that waits for consent. `reason` tells the user why; `null` if they asked for it. */
export function signOut(reason: string | null = null): void {
  beginChange();
  sessionStorage.removeItem(storageKey);
  pendingSignInCode.set(null);
  session.set({ state: "signed-out", reason });
}

/** Signs out after a 401, unless the user has signed in with another key in the meantime. */
function signOutRevokedKey(key: string): void {
  const current = session.get();
  if (current.state === "signed-in" && current.key === key)
    signOut("Your key was revoked, or has expired. Sign in with another.");
}

/** Returns whether the signed-in key has this scope. A key whose `scopes` are `null` has them all. */
export function hasScope({ agent_token }: SignedIn, scope: Scope): boolean {
  return agent_token.scopes === null || agent_token.scopes.split(",").includes(scope);
}

/** Whether the server is of the later edition, which has SMS inboxes, authenticators and the audit log. */
export const isLaterEdition = ({ server }: SignedIn): boolean => server.edition === "later";

/** Error handler of deletions: a record that is already gone, say deleted in another tab, counts as deleted. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
}

/** Returns the message to show for an error. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
