import { createClient, createFrontdesk, type Frontdesk, FrontdeskError, type Scope, unwrap } from "@frontdesk/sdk";
import { isConnected, watchedFetch } from "./connection.ts";
import { createStore } from "./store.ts";

const place = "frontdesk.key";
const baseUrl = location.origin;

type Account = Awaited<ReturnType<Frontdesk["account"]>>;
export type Server = Awaited<ReturnType<typeof readServer>>;

/** A key that the server knows, and what it may do. */
export interface SignedIn extends Account {
  key: string;
  desk: Frontdesk;
  server: Server;
}
export type Session =
  | { state: "out"; why: string | null }
  | { state: "entering" }
  /** The server does not answer; `again` asks once more for what was wanted. */
  | { state: "away"; again: () => Promise<void> }
  | ({ state: "in" } & SignedIn);

export const session = createStore<Session>({ state: "entering" });

/** A client without any key, for what needs none. */
export const open = createClient({ baseUrl, key: null, fetch: watchedFetch });
/** A client with the key of one inbox. */
export const clientFor = (token: string) => createClient({ baseUrl, key: token, fetch: watchedFetch });
/** Where this server is, and how it is reached: what a handle of one inbox needs. */
export const reach = { baseUrl, fetch: watchedFetch };

/** The code of a sign-in link that waits for the person's consent, because the tab has a session already. */
export const offeredCode = createStore<string | null>(null);

const readServer = () => unwrap(open.GET("/svc-api/server/version"));

/** Goes on with the key that this tab has, if it has one. `code`: of the sign-in link that opened the page. */
export async function resume(code: string | null = null): Promise<void> {
  const key = sessionStorage.getItem(place);
  if (key !== null) {
    offeredCode.set(code);
    await enter(key);
  } else if (code !== null) await enterByCode(code);
  else session.set({ state: "out", why: null });
}

/** Signs in by a link that arrives later. Asks first if there is a session: a link of somebody else must not replace it. */
export function arrive(code: string): void {
  if (session.get().state === "out") void enterByCode(code);
  else offeredCode.set(code);
}

/** Trades the code of a sign-in link for a key. */
export async function enterByCode(code: string): Promise<void> {
  begin();
  try {
    await enter(await trade(code));
  } catch (error) {
    fail(error, { refused: usedLink, again: () => enterByCode(code) });
  }
}

/** Signs in by the offered link. Keeps the session if the link is refused, and throws what is to be said. */
export async function acceptOffer(code: string): Promise<void> {
  let key: string;
  try {
    key = await trade(code);
  } catch (error) {
    throw error instanceof FrontdeskError && error.status === 401 ? new Error(usedLink) : error;
  }
  offeredCode.set(null);
  await enter(key);
}

const usedLink =
  "This link was used already, or is older than ten minutes. Ask for a new one with `frontdesk dashboard`.";

async function trade(code: string): Promise<string> {
  const { agent_token } = await unwrap(open.POST("/svc-api/sign-in", { body: { code } }));
  return agent_token.token;
}

/** Signs in with an agent key. The tab keeps it until it is closed; it stands in no address and no cookie. */
export async function enter(key: string): Promise<void> {
  begin();
  const watching = async (request: Request) => {
    const response = await watchedFetch(request);
    if (response.status === 401 && request.headers.get("authorization") === `Bearer ${key}`) expel(key);
    return response;
  };
  try {
    const desk = createFrontdesk({ baseUrl, key, fetch: watching });
    const [account, server] = await Promise.all([desk.account(), readServer()]);
    sessionStorage.setItem(place, key);
    session.set({ state: "in", key, desk, server, ...account });
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 401) sessionStorage.removeItem(place);
    fail(error, {
      refused: "The server does not know this key: it is mistyped, revoked or expired.",
      again: () => enter(key),
    });
  }
}

function begin(): void {
  // One who waits for the server goes on to see that.
  if (session.get().state !== "away") session.set({ state: "entering" });
}

/** What a refusal means here, and how to ask once more where nobody answered: a proxy without a server behind it says 502 to 504. */
function fail(error: unknown, { refused, again }: { refused: string; again: () => Promise<void> }): void {
  if (error instanceof FrontdeskError && error.status < 500) {
    const code = offeredCode.get();
    offeredCode.set(null);
    // Without a session there is nothing that the link could replace.
    if (code !== null) void enterByCode(code);
    else session.set({ state: "out", why: error.status === 401 ? refused : error.message });
  } else {
    isConnected.set(false);
    session.set({ state: "away", again });
  }
}

/** Reads anew what the account has and the key may do. */
export async function refreshAccount(): Promise<void> {
  const before = session.get();
  if (before.state !== "in") return;
  const account = await before.desk.account();
  const now = session.get();
  // Whoever signed out meanwhile stays out.
  if (now.state === "in" && now.key === before.key) session.set({ ...now, ...account });
}

export function leave(why: string | null = null): void {
  sessionStorage.removeItem(place);
  offeredCode.set(null);
  session.set({ state: "out", why });
}

function expel(key: string): void {
  const now = session.get();
  if (now.state === "in" && now.key === key) leave("Your key was revoked, or has expired. Sign in with another.");
}

/** Whether the signed-in key may do this. */
export function may({ agent_token }: SignedIn, scope: Scope): boolean {
  return agent_token.scopes === null || agent_token.scopes.split(",").includes(scope);
}

/** What a person is told of a failure. */
export function toSentence(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
