// Lighthouse's scores of the dashboard and the API reference, as the last build made them. Fails below 95.
import { createServer } from "@frontdesk/server";
import { judgeViews } from "./lighthouse.mjs";

const key = "svcagt_TestTestTestTestTestTest1234";
const server = await createServer({ storage: "memory:", bootstrapKey: key, port: 0, smtpPort: 0 });
const { url } = await server.listen();
const { mailbox } = await api("POST", "mailbox/register", { name: "signup" });
await api("POST", `mailbox/${mailbox.id}/test`);

const signIn = (page) => page.evaluateOnNewDocument(`sessionStorage.setItem("frontdesk.key", ${JSON.stringify(key)})`);
const areGood = await judgeViews([
  { name: "sign in", url: `${url}/` },
  { name: "an inbox", url: `${url}/#/mailboxes/${mailbox.id}`, prepare: signIn },
  { name: "reference, overview", url: `${url}/docs` },
  { name: "reference, an operation", url: `${url}/docs/registerMailbox`, prepare: signIn },
]);
await server.close();
process.exit(areGood ? 0 : 1);

async function api(method, path, body) {
  const response = await fetch(`${url}/svc-api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}
