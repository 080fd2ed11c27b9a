import sendgrid from "@sendgrid/mail";

const { to, text } = JSON.parse(process.argv[2]);
sendgrid.setApiKey(process.env.SENDGRID_API_KEY);
sendgrid.client.setDefaultRequest("baseUrl", process.env.SENDGRID_BASE_URL);
const mail = { from: "Shop <shop@shop.example>", to, subject: "Your code", text, html: `<p>${text}</p>` };
try {
  const [response] = await sendgrid.send(mail);
  console.log(JSON.stringify({ id: response.headers["x-message-id"], status: response.statusCode }));
} catch (error) {
  const { field } = error.response.body.errors[0];
  console.log(JSON.stringify({ error: error.constructor.name, status: error.code, field }));
}
