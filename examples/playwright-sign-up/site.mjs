// The site under test: mails a code to whoever signs up.
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import { createTransport } from "nodemailer";

const { PORT, FRONTDESK_SMTP_PORT } = process.env;
const mailer = createTransport({ host: "127.0.0.1", port: Number(FRONTDESK_SMTP_PORT), ignoreTLS: true });
const codes = new Map();
const form = (fields) => `<!doctype html><form method="post">${fields}<button>Go on</button></form>`;

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { email, code } = Object.fromEntries(new URLSearchParams(body));
  response.setHeader("content-type", "text/html");
  if (!email) return response.end(form('<input name="email">'));
  if (code) return response.end(codes.get(email) === code ? "<h1>Welcome</h1>" : "<h1>Wrong code</h1>");
  codes.set(email, String(randomInt(100_000, 1_000_000)));
  await mailer.sendMail({
    from: "hello@shop.example",
    to: email,
    subject: "Hi",
    text: `Your code is ${codes.get(email)}.`,
  });
  return response.end(form(`<input type="hidden" name="email" value="${email}"><input name="code">`));
}).listen(Number(PORT), "127.0.0.1");
