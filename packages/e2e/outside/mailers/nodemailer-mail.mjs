// Run in the folder of a package that has nodemailer.
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, host, port, to, code, user] = process.argv.slice(2);
const { createTransport } = createRequire(join(folder, "package.json"))("nodemailer");
const auth = user ? { auth: { user, pass: "secret" } } : {};
await createTransport({ host, port: Number(port), ...auth }).sendMail({
  from: "Shop <app@shop.test>",
  to,
  subject: "Your code",
  text: `Your code is ${code}.`,
  html: `<p>Your code is <b>${code}</b>.</p>`,
});
