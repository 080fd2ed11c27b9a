import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as v from "valibot";
import { buildServer } from "../../../mcp/src/serve/build-server.ts";
import { createState, type State } from "../../../mcp/src/state/state.ts";
import { tools } from "../../../mcp/src/tools/index.ts";
import { readSettings } from "../../../mcp/test/read-settings.ts";
import { type OpenServer, openServer } from "../../../server/src/server.ts";

export const firstKey = "svcagt_CanaryCanaryCanaryCanary1234";
export const bundle = fileURLToPath(new URL("../../../mcp/dist/main.js", import.meta.url));

/** A Frontdesk on free ports, in memory. */
export interface Desk {
  server: OpenServer;
  url: string;
  smtp: string;
  /** Puts a mail into a mailbox as the SMTP listener does. */
  mail(name: string, mail: { subject?: string; sender?: string; body?: string }, to?: string): Promise<void>;
  /** Puts a text into a new SMS inbox as a person's phone does. */
  push(phone: string, body: string, sender?: string): Promise<void>;
  /** Where its sessions write secrets. */
  folder: string;
  /** Ends the server and removes the folder. */
  close(): Promise<void>;
}

export async function openDesk(
  parts: { clock?: { now(): number }; storage?: string; internalUrl?: string; drain?: number } = {},
): Promise<Desk> {
  const server = await openServer({
    publicMetrics: true,
    storage: "memory:",
    bootstrapKey: firstKey,
    port: 0,
    smtpPort: 0,
    drain: 0,
    log: { info() {}, warn() {}, error() {} },
    ...parts,
  });
  const { url, smtp } = await server.listen();
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mcp-"));
  return {
    server,
    url,
    folder,
    smtp: smtp ?? "",
    async mail(name, { subject = "Hello", sender = "Ann <ann@shop.test>", body = "A text." }, to) {
      const id = await server.services.mailboxes.findByName(name);
      if (!id) throw new Error(`There is no mailbox ${name}`);
      await server.services.mail.receive([{ id, recipient: to ?? `${name}@desk.example.com` }], {
        subject,
        sender,
        body,
      });
    },
    async push(phone, body, sender = "BANK") {
      const post = async (path: string, key: string, sent: object) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(sent) });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        // The caller knows which path answers what.
        return (await answer.json()) as { sms_token: { token: string } };
      };
      const { sms_token } = await post("/svc-api/sms/register", firstKey, {});
      await post("/svc-api/sms/push", sms_token.token, { phone, sender, body });
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Env = Record<string, string>;

/** A Frontdesk, or a stand-in with nowhere to write secrets. */
export type Address = Pick<Desk, "url"> & Partial<Pick<Desk, "folder">>;

export function toEnv({ url, folder = join(tmpdir(), "frontdesk-none") }: Address, more: Env = {}): Env {
  return {
    FRONTDESK_URL: url,
    FRONTDESK_KEY: firstKey,
    FRONTDESK_MCP_SECRETS_FOLDER: folder,
    FRONTDESK_MCP_ALLOW_PORT: "1-65535",
    ...more,
  };
}

/** What a tool answered. */
export interface Answer {
  isError: boolean;
  text: string;
  // Tests look at many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: stands in for the output of every tool
  facts: any;
}
export interface Session {
  client: Client;
  state: State;
  logs: string[];
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}
export type CallOptions = Parameters<Client["callTool"]>[1];

/** The sources, over a pair of linked transports. */
export async function openSession(
  desk: Address,
  { env = {}, args = [] }: { env?: Env; args?: string[] } = {},
): Promise<Session> {
  const settings = readSettings(args, toEnv(desk, env));
  const state = createState(settings);
  const logs: string[] = [];
  const server = buildServer(state, (line) => logs.push(line));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    state,
    logs,
    call: (name, given = {}, options) => callTool(client, name, given, options),
    async close() {
      await client.close();
      await state.close();
    },
  };
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options?: CallOptions,
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args }, options);
  const [first] = result.content;
  const output = tools.find((tool) => tool.name === name)?.output;
  if (output && !result.isError) v.parse(output, result.structuredContent);
  return {
    isError: result.isError === true,
    text: first?.type === "text" ? first.text : "",
    facts: result.structuredContent,
  };
}

/** The built bundle, as a client starts it. */
export async function spawnSession(
  desk: Address,
  { env = {}, args = [] }: { env?: Env; args?: string[] } = {},
  options?: ConstructorParameters<typeof Client>[1],
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle, ...args],
    env: { ...toEnv(desk, env), PATH: process.env.PATH ?? "" },
    stderr: "pipe",
  });
  const stderr: string[] = [];
  transport.stderr?.on("data", (chunk) => stderr.push(String(chunk)));
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(transport);
  return {
    client,
    transport,
    stderr,
    call: (name: string, given: Record<string, unknown> = {}, more?: CallOptions) =>
      callTool(client, name, given, more),
    close: () => client.close(),
  };
}

/** The built bundle as an HTTP server on a free port. */
export async function spawnHttp(desk: Address, env: Env = {}) {
  const child = spawn(process.execPath, [bundle, "--http", "0"], {
    env: { ...toEnv(desk, env), PATH: process.env.PATH ?? "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  while (!stderr.includes("serving")) await once(child.stderr, "data");
  const url = /serving (\S+)/.exec(stderr)?.[1] ?? "";
  const token = readFileSync(join(desk.folder ?? "", "mcp-http.token"), "utf8").trim();
  const exited = once(child, "close").then(([code]) => code as number);
  return {
    url,
    token,
    stderr: () => stderr,
    async connect(options?: ConstructorParameters<typeof Client>[1]): Promise<Client> {
      const client = new Client({ name: "test", version: "1.0.0" }, options);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    },
    /** Its exit code. */
    stop(): Promise<number> {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/** What a visitor of a tunnel sees; `fetch` refuses a Host of the caller's own. */
export function visit(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host }, agent: false }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += chunk)).on("end", () => resolve(body));
    })
      .on("error", reject)
      .end();
  });
}
