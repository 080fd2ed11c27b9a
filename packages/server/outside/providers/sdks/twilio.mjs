import twilio from "twilio";

const { to, text, service, code } = JSON.parse(process.argv[2]);
const client = twilio();
try {
  if (code !== undefined) {
    const { status, sid } = await client.verify.v2.services(service).verificationChecks.create({ to, code });
    console.log(JSON.stringify({ id: sid, status }));
  } else if (service !== undefined) {
    const channel = to.includes("@") ? "email" : "sms";
    const { sid, status } = await client.verify.v2.services(service).verifications.create({ to, channel });
    console.log(JSON.stringify({ id: sid, status }));
  } else {
    const { sid, dateCreated } = await client.messages.create({ to, from: "+15005550006", body: text });
    console.log(JSON.stringify({ id: dateCreated instanceof Date ? sid : null }));
  }
} catch (error) {
  console.log(JSON.stringify({ error: error.constructor.name, code: error.code, status: error.status }));
}
