import { ServerClient } from "postmark";

const { to, text } = JSON.parse(process.argv[2]);
const requestHost = process.env.POSTMARK_REQUEST_HOST;
const client = new ServerClient(process.env.POSTMARK_SERVER_TOKEN, { requestHost, useHttps: false });
const mail = { From: "Shop <shop@shop.example>", To: to, Subject: "Your code", TextBody: text };
try {
  const { MessageID } = await client.sendEmail(mail);
  const [batched] = await client.sendEmailBatch([{ ...mail, To: "nobody@desk.example.com" }]);
  console.log(JSON.stringify({ id: batched.ErrorCode === 0 ? MessageID : null }));
} catch (error) {
  console.log(JSON.stringify({ error: error.name, code: error.code, status: error.statusCode }));
}
