import { generateKeyPairSync } from "node:crypto";
import { Vonage } from "@vonage/server-sdk";

const { to, text, brand, requestId, code } = JSON.parse(process.argv[2]);
const { VONAGE_HOST: host, VONAGE_API_KEY: apiKey, VONAGE_API_SECRET: apiSecret } = process.env;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const application = {
  applicationId: "00000000-0000-4000-8000-000000000000",
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
};
const vonage = new Vonage({ apiKey, apiSecret, ...application }, { restHost: host, apiHost: host });
try {
  if (requestId !== undefined) console.log(JSON.stringify({ status: await vonage.verify2.checkCode(requestId, code) }));
  else if (brand !== undefined) {
    const started = await vonage.verify2.newRequest({ brand, codeLength: 6, workflow: [{ channel: "sms", to }] });
    console.log(JSON.stringify({ id: started.requestId }));
  } else {
    const { messages } = await vonage.sms.send({ to, from: "Shop", text });
    console.log(JSON.stringify({ id: messages[0].messageId ?? messages[0]["message-id"] }));
  }
} catch (error) {
  const code = error.response?.messages?.[0].status;
  console.log(JSON.stringify({ error: error.constructor.name, code, status: error.response?.status }));
}
