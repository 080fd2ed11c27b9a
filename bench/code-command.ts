import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { agentKey, type Frontdesk, registerMailboxes } from "./frontdesk.ts";
import { codeOf, signUpMail } from "./mails.ts";
import { startNode } from "./processes.ts";
import { connectSmtp } from "./smtp-client.ts";

const command = fileURLToPath(new URL("../packages/cli/bin/frontdesk.js", import.meta.url));

/** From the SMTP 250 to the line that `frontdesk code <name>` prints, when it waits already. In ms. */
export async function measureCommand(frontdesk: Frontdesk, rounds: number): Promise<number[]> {
  await registerMailboxes(frontdesk.url, "command", 1);
  const smtp = await connectSmtp({ port: frontdesk.smtpPort });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const sought = codeOf(round);
    const env = { FRONTDESK_URL: frontdesk.url, FRONTDESK_KEY: agentKey };
    const printed = startNode([command, "code", "command0"], env).then(({ line }) => ({ line, at: performance.now() }));
    while ((await frontdesk.held()) < 1) await pause(5);
    await smtp.send("command0@desk.example.com", signUpMail(sought));
    const accepted = performance.now();
    const { line, at } = await printed;
    if (line !== sought) throw new Error(`Sent the code ${sought}, the command printed ${line}`);
    times.push(Math.max(0, at - accepted));
  }
  await smtp.quit();
  return times;
}
