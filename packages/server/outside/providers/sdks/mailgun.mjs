import FormData from "form-data";
import Mailgun from "mailgun.js";

const { to, text } = JSON.parse(process.argv[2]);
const { MAILGUN_URL: url, MAILGUN_API_KEY: key } = process.env;
const client = new Mailgun(FormData).client({ username: "api", key, url });
const mail = { from: "Shop <shop@shop.example>", to: [to], subject: "Your code", text };
const attachment = { data: Buffer.from("An attachment."), filename: "a.bin" };
try {
  const { id } = await client.messages.create("shop.example", { ...mail, attachment });
  const mime = `From: shop@shop.example\r\nSubject: Raw\r\n\r\n${text}\r\n`;
  const raw = await client.messages.create("shop.example", { to: ["nobody@desk.example.com"], message: mime });
  console.log(JSON.stringify({ id: raw.id ? id.replace(/[<>@.]/g, "-") : null }));
} catch (error) {
  console.log(JSON.stringify({ error: error.type, status: error.status }));
}
