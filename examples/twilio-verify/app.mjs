// The app under test: checks phone numbers with Twilio Verify. It knows nothing of Frontdesk.
import { createServer } from "node:http";
import twilio from "twilio";

// TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN
const service = twilio().verify.v2.services(process.env.VERIFY_SERVICE_SID);

/** What each path does with the fields that it gets. */
const routes = {
  async "/start"({ phone }) {
    const { status } = await service.verifications.create({ to: phone, channel: "sms" });
    return { status };
  },
  async "/check"({ phone, code }) {
    const { status } = await service.verificationChecks.create({ to: phone, code });
    return { status };
  },
};

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const result = await routes[request.url](JSON.parse(body)).catch(({ status, code, message }) => {
    response.statusCode = status;
    return { code, message };
  });
  response.end(JSON.stringify(result));
}).listen(0, "127.0.0.1", () => console.log(`Ready at http://127.0.0.1:${server.address().port}`));
