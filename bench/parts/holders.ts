// Registers mailboxes and holds one wait on each, taken up again whenever the server has answered, until it is stopped.
import { Agent, get } from "node:http";
import { registerMailboxes } from "../frontdesk.ts";

export interface Holders {
  url: string;
  prefix: string;
  count: number;
}

const { url, prefix, count } = JSON.parse(process.argv[2] ?? "") as Holders;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const tokens = await registerMailboxes(url, prefix, count);
// So many at a time that the listener's queue does not overflow.
for (let index = 0; index < count; index += 500) {
  for (const token of tokens.slice(index, index + 500)) hold(token);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(JSON.stringify({ asked: count }));

function hold(token: string): void {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${url}/svc-api/mail/recent?wait=50`, { agent, headers }, (response) => {
    response.resume();
    response.once("end", () => hold(token));
  });
  request.once("error", (error) => {
    console.error(`A held wait broke off: ${error.message}`);
    process.exit(1);
  });
}
