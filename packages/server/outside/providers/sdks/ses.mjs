import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";

const { to, text } = JSON.parse(process.argv[2]);
const client = new SESv2Client({});
const Destination = { ToAddresses: [to] };
const Simple = { Subject: { Data: "Your code" }, Body: { Text: { Data: text } } };
const Data = Buffer.from(`From: shop@shop.example\r\nTo: nobody@desk.example.com\r\nSubject: Raw\r\n\r\n${text}\r\n`);
try {
  const { MessageId } = await client.send(
    new SendEmailCommand({ FromEmailAddress: "Shop <shop@shop.example>", Destination, Content: { Simple } }),
  );
  const raw = await client.send(new SendEmailCommand({ Content: { Raw: { Data } } }));
  console.log(JSON.stringify({ id: raw.MessageId ? MessageId : null }));
} catch (error) {
  console.log(JSON.stringify({ error: error.name, status: error.$metadata?.httpStatusCode }));
}
