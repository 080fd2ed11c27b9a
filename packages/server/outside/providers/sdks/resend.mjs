import { Resend } from "resend";

const { to, text } = JSON.parse(process.argv[2]);
const resend = new Resend();
const mail = { from: "Shop <shop@shop.example>", to, subject: "Your code", text, html: `<p>${text}</p>` };
const { data, error } = await resend.emails.send(mail, { idempotencyKey: `${to}/${text}` });
if (error === null) {
  // As after a lost response: the same key, the same id.
  const again = await resend.emails.send(mail, { idempotencyKey: `${to}/${text}` });
  const batch = await resend.batch.send([{ ...mail, to: "nobody@desk.example.com" }]);
  const isRight = again.data?.id === data.id && batch.data?.data.length === 1;
  console.log(JSON.stringify({ id: isRight ? data.id : null }));
} else console.log(JSON.stringify({ error: "ErrorResponse", code: error.name, status: error.statusCode }));
