// The site under test: signs in by a mailed code and an authenticator, or by a passkey.
import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createTransport } from "nodemailer";
import { createAccount } from "./account.mjs";
import * as pages from "./pages.mjs";
import { createPasskeys } from "./passkeys.mjs";

const { ORIGIN, FRONTDESK_SMTP_PORT } = process.env;
const mailer = createTransport({ host: "127.0.0.1", port: Number(FRONTDESK_SMTP_PORT), ignoreTLS: true });
const passkeys = createPasskeys(ORIGIN);
const accounts = new Map();
const sessions = new Map();

/** What each form and script of the pages sends, and the page or JSON that it gets. */
const routes = {
  async "POST /mail"(session, { email }) {
    session.account = accounts.get(email) ?? createAccount(email);
    session.mailedCode = String(randomInt(100_000, 1_000_000));
    const text = `Your code is ${session.mailedCode}.`;
    await mailer.sendMail({ from: "hello@shop.example", to: email, subject: "Sign in", text });
    return pages.mailedCode();
  },
  "POST /code"(session, { code }) {
    if (code !== session.mailedCode) return pages.mailedCode("Wrong code.");
    accounts.set(session.account.email, session.account);
    if (session.account.hasAuthenticator) return pages.secondFactor();
    session.isSignedIn = true;
    return pages.account(session.account);
  },
  "POST /second-factor"(session, { code }) {
    if (!session.account.acceptsCode(code)) return pages.secondFactor("Wrong code.");
    session.isSignedIn = true;
    return pages.account(session.account);
  },
  "POST /authenticator"({ account }, { code }) {
    account.hasAuthenticator = account.acceptsCode(code);
    return pages.account(account, account.hasAuthenticator ? "The authenticator is on." : "Wrong code.");
  },
  "POST /sign-out"(session) {
    session.isSignedIn = false;
    return pages.start();
  },
  "POST /passkey/options": (session) => passkeys.startRegistration(session),
  "POST /passkey/add": (session, response) => passkeys.finishRegistration(session, response),
  "POST /passkey/challenge": (session) => passkeys.startSignIn(session),
  "POST /passkey/sign-in": (session, response) => passkeys.finishSignIn(session, response, accounts.values()),
};
/** Routes for those who have signed in. */
const isPrivate = /^POST \/(?:authenticator|passkey\/options|passkey\/add)$/;

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const isJson = request.headers["content-type"] === "application/json";
  const fields = isJson ? JSON.parse(body || "{}") : Object.fromEntries(new URLSearchParams(body));
  const id = /session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? randomUUID();
  if (!sessions.has(id)) sessions.set(id, {});
  const session = sessions.get(id);
  const route = `${request.method} ${request.url}`;
  const isAllowed = session.isSignedIn || !isPrivate.test(route);
  const home = () => (session.isSignedIn ? pages.account(session.account) : pages.start());
  const answer = (isAllowed && (await routes[route]?.(session, fields))) || home();
  const isPage = typeof answer === "string";
  response.setHeader("set-cookie", `session=${id}; HttpOnly; SameSite=Strict`);
  response.setHeader("content-type", isPage ? "text/html" : "application/json");
  response.end(isPage ? answer : JSON.stringify(answer));
}).listen(Number(new URL(ORIGIN).port));
