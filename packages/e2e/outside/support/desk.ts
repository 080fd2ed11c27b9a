import { createFrontdesk, type Frontdesk, type RegisteredMailbox } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";

/** A server that listens for HTTP and SMTP on free ports, with the way in for its key. */
export interface Desk extends AsyncDisposable {
  url: string;
  key: string;
  smtpPort: number;
  frontdesk: Frontdesk;
  register(name: string): Promise<RegisteredMailbox>;
}

const key = "svcagt_TestTestTestTestTestTest1234";

/** Without limits: what is measured here is one client that does much. */
export async function openDesk(options: { smtpHost?: string } = {}): Promise<Desk> {
  const server = await createServer({
    storage: "memory:",
    bootstrapKey: key,
    port: 0,
    smtpPort: 0,
    requestsPerKey: 0,
    requestsPerAccount: 0,
    smtpConnectionsPerIp: 0,
    smtpBytesPerIp: 0,
    ...options,
  });
  const { url, smtp } = await server.listen();
  const frontdesk = createFrontdesk({ baseUrl: url, key });
  return {
    url,
    key,
    smtpPort: Number(smtp?.split(":").at(-1)),
    frontdesk,
    register: (name) => frontdesk.mailboxes.register(name),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
