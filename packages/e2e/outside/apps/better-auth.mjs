// Run with the folder that holds the packages, and the port.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, port] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { betterAuth } = await load("better-auth");
const { memoryAdapter } = await load("better-auth/adapters/memory");
const { emailOTP } = await load("better-auth/plugins");
const { toNodeHandler } = await load("better-auth/node");
const { default: nodemailer } = await load("nodemailer");

const mailer = nodemailer.createTransport({ host: process.env.SMTP_HOST, port: Number(process.env.SMTP_PORT) });
const send = (to, subject, text) => mailer.sendMail({ from: "app@shop.test", to, subject, text });
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: "not-so-secret-not-so-secret-not-so-secret",
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: {
    enabled: true,
    requireEmailVerification: true,
    sendResetPassword: ({ user, url }) => send(user.email, "Reset your password", `Choose a new password: ${url}`),
  },
  emailVerification: {
    sendOnSignUp: true,
    sendVerificationEmail: ({ user, url }) => send(user.email, "Verify your address", `Verify your address: ${url}`),
  },
  plugins: [
    emailOTP({ sendVerificationOTP: ({ email, otp }) => send(email, "Sign in", `Your sign-in code is ${otp}.`) }),
  ],
});
createServer(toNodeHandler(auth)).listen(Number(port), "127.0.0.1");
