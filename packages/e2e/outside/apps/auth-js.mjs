// Run with the folder that holds the packages, and the port.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, port] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Auth } = await load("@auth/core");
const { default: Nodemailer } = await load("@auth/core/providers/nodemailer");

const users = new Map();
const tokens = new Map();
const sessions = new Map();
/** As much of a database as mail needs. */
const adapter = {
  async createUser(user) {
    const made = { ...user, id: String(users.size + 1) };
    users.set(made.id, made);
    return made;
  },
  getUser: async (id) => users.get(id) ?? null,
  getUserByEmail: async (email) => [...users.values()].find((user) => user.email === email) ?? null,
  getUserByAccount: async () => null,
  async updateUser(user) {
    users.set(user.id, { ...users.get(user.id), ...user });
    return users.get(user.id);
  },
  async createSession(session) {
    sessions.set(session.sessionToken, session);
    return session;
  },
  async getSessionAndUser(token) {
    const session = sessions.get(token);
    return session ? { session, user: users.get(session.userId) } : null;
  },
  updateSession: async (session) => session,
  deleteSession: async (token) => void sessions.delete(token),
  async createVerificationToken(token) {
    tokens.set(token.token, token);
    return token;
  },
  async useVerificationToken({ token }) {
    const found = tokens.get(token) ?? null;
    tokens.delete(token);
    return found;
  },
};
const config = {
  adapter,
  trustHost: true,
  basePath: "/auth",
  secret: "not-so-secret",
  // As EMAIL_SERVER has it. Given as an object without credentials it would sign in with empty ones.
  providers: [
    Nodemailer({ server: `smtp://${process.env.SMTP_HOST}:${process.env.SMTP_PORT}`, from: "app@shop.test" }),
  ],
};
createServer(async (request, answer) => {
  const { method, url, headers } = request;
  const body = method === "POST" ? Buffer.concat(await request.toArray()) : undefined;
  const response = await Auth(new Request(`http://127.0.0.1:${port}${url}`, { method, headers, body }), config);
  const cookies = response.headers.getSetCookie();
  answer.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  });
  answer.end(Buffer.from(await response.arrayBuffer()));
}).listen(Number(port), "127.0.0.1");
