import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createFrontdesk } from "@frontdesk/sdk";
import { afterAll } from "vitest";
import { createServer, type ProviderName, toProviderSetup } from "../../src/index.ts";
import { temporaryFolder } from "../../test/storage/folder.ts";
import { recordRequests } from "./recorder.ts";

const run = promisify(execFile);
const firstKey = `svcagt_${"p".repeat(28)}`;

/** What a script prints: the id of what was sent, or the error as its SDK throws it. */
export interface SdkResult {
  id?: string;
  error?: string;
  code?: string | number;
  status?: string | number;
  field?: string;
}

/** A server with a provider port, and a key for apps that can only deliver. */
export async function openBed() {
  const server = await createServer({
    storage: "memory:",
    bootstrapKey: firstKey,
    port: 0,
    freeMailboxes: 20,
    freeSmsInboxes: 20,
    smtp: false,
    providerPort: 0,
    log: { info() {}, warn() {}, error() {} },
  });
  const { url, providers } = await server.listen();
  afterAll(() => server.close());
  const frontdesk = createFrontdesk({ baseUrl: url, key: firstKey });
  const key = (await frontdesk.agentKeys.create("app", { scopes: ["mail:push", "sms:push"] })).token;
  const ca = join(temporaryFolder().dir, "ca.pem");
  writeFileSync(ca, await (await fetch(`${url}/as/ca.pem`)).text());

  /** Variables that send a script's SDK to the server, and nothing else of the environment's that could. */
  const toEnv = (script: string, credential: string) => {
    const name = script.replace(/(?:-python)?\.\w+$/, "") as ProviderName;
    const target = { baseUrl: `${url}/as/${name}`, key: credential, proxyUrl: providers ?? "", caFile: ca };
    return { PATH: process.env.PATH, ...toProviderSetup(name).toVariables(target) };
  };

  /** Runs a script with an SDK. */
  async function call(script: string, message: object, { credential = key } = {}): Promise<SdkResult> {
    const isPython = script.endsWith(".py");
    const file = isPython ? (process.env.FRONTDESK_PROVIDERS_PYTHON ?? "") : process.execPath;
    const env = toEnv(script, credential);
    const words = [join(import.meta.dirname, "sdks", script), JSON.stringify(message)];
    const { stdout, stderr } = await run(file, words, { env, timeout: 60_000 });
    const line = stdout.trim().split("\n").at(-1);
    if (!line) throw new Error(`${script} printed nothing: ${stderr}`);
    return JSON.parse(line) as SdkResult;
  }

  /** Registers the recipient's inbox, sends, and returns the code that arrives. */
  async function expectCode(recipient: string, send: () => Promise<void>) {
    const isPhone = recipient.startsWith("+1");
    if (isPhone) {
      const smsInbox = await frontdesk.smsInboxes.register({ phone: recipient.slice("+1".length) });
      return smsInbox.expectCode(send);
    }
    const [name] = recipient.split("@");
    const mailbox = await frontdesk.mailboxes.register(name);
    return mailbox.expectCode(send);
  }

  const recorder = recordRequests();
  afterAll(recorder.close);
  return { call, expectCode, takeRequests: () => recorder.take(key) };
}
