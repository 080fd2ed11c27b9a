import { registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { signUpMail } from "./mails.ts";
import { type Effort, type Figure, inTurns } from "./measure.ts";
import type { HttpLoad, HttpLoadResult } from "./parts/http-load.ts";
import { runScript, startScript } from "./processes.ts";
import { connectSmtp } from "./smtp-client.ts";

const connections = 50;

/** Requests for `mail/recent` answered each second, beside an h3 that only says hello. */
export async function recent({ quick, progress }: Effort): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [1, 2] : [3, 5];
  const frontdesk = await startFrontdesk();
  const bare = await startScript("parts/bare-http.ts", {});
  try {
    const [token] = await registerMailboxes(frontdesk.url, "read", 1);
    const smtp = await connectSmtp({ port: frontdesk.smtpPort });
    await smtp.send("read0@desk.example.com", signUpMail("123456"));
    await smtp.quit();
    progress(`mail/recent beside a bare hello, ${connections} connections`);
    const loads = {
      frontdesk: { url: `${frontdesk.url}/svc-api/mail/recent`, headers: { authorization: `Bearer ${token}` } },
      bare: { url: `http://127.0.0.1:${bare.line}/hello`, headers: {} },
    };
    const rate = async (name: keyof typeof loads, time = seconds) => {
      const load: HttpLoad = { ...loads[name], connections, seconds: time };
      const { requestsPerSecond, failed } = await runScript<HttpLoadResult>("parts/http-load.ts", load);
      if (failed > 0) throw new Error(`${failed} requests to ${name} failed`);
      progress(`${name}: ${requestsPerSecond.toFixed(0)} requests/s`);
      return requestsPerSecond;
    };
    for (const name of ["frontdesk", "bare"] as const) await rate(name, 2);
    const rates = await inTurns(rounds, { frontdesk: () => rate("frontdesk"), bare: () => rate("bare") });
    return [
      {
        id: "recent.bare",
        title: "mail/recent beside a bare h3 hello",
        value: rates.frontdesk / rates.bare,
        unit: "×",
        from: `${rates.frontdesk.toFixed(0)} against ${rates.bare.toFixed(0)} requests/s`,
      },
    ];
  } finally {
    await Promise.all([frontdesk.stop(), bare.stop()]);
  }
}
