import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startRedis } from "../../../server/test/storage/redis-server.ts";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { start } from "./programs.ts";
import { Secrets } from "./secrets.ts";

export interface Answer {
  status: number;
  /** Head and body, as it came. */
  text: string;
  // openapi.yaml says what is in it; the API's own tests hold the server to that.
  // biome-ignore lint/suspicious/noExplicitAny: answers of many operations
  body: any;
}

export interface Asking {
  method?: string;
  token?: string;
  body?: object | string;
  host?: string;
  headers?: Record<string, string>;
}

/** Two servers over a Redis with a password, a tunnel on one of them, and everything that they keep secret. */
export async function setScene() {
  const secrets = new Secrets();
  const password = secrets.plant("redis password", "RedisCanary7Password");
  const redis = await startRedis(["--requirepass", password]);
  if (redis === null) throw new Error("these tests need redis-server");
  const key = secrets.plant("bootstrap key", "svcagt_BootCanary7BootCanary7BootCanary");
  const env = {
    FRONTDESK_STORAGE: redis.url.replace("redis://", `redis://:${password}@`),
    FRONTDESK_BOOTSTRAP_KEY: key,
    FRONTDESK_CLUSTER_SECRET: secrets.plant("cluster secret", "ClusterCanary7Secret"),
  };
  const ports: number[] = [];
  const smtpPorts: number[] = [];
  const adminPorts: number[] = [];
  for (const at of [0, 1]) {
    for (const list of [ports, smtpPorts, adminPorts]) list.push(await freePort());
    const flags = {
      port: ports[at]!,
      "smtp-port": smtpPorts[at]!,
      "admin-port": adminPorts[at]!,
      "internal-url": `http://127.0.0.1:${ports[at]}`,
    };
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    await start("server", ["serve", ...args, "--public-metrics", "true", "--audit-log", "stdout"], env).said(
      "Frontdesk is ready",
    );
  }
  const ask = (path: string, asking: Asking = {}) => send(ports[0]!, path, asking);
  const call = async (method: string, path: string, body?: object, token = key) => {
    const answer = await ask(`/svc-api/${path}`, { method, token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.text}`);
    return answer.body;
  };
  return { secrets, redis, env, key, ports, smtpPorts, adminPorts, ask, call };
}

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** Sends a request as it stands; `fetch` would mend some of it. */
export function send(
  port: number,
  path: string,
  { method = "GET", token, body, host, headers }: Asking,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = typeof body === "string" ? body : body && JSON.stringify(body);
    const asked = request({
      port,
      host: "127.0.0.1",
      method,
      path,
      agent: false,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...(host === undefined ? {} : { host }),
        ...headers,
      },
    });
    asked.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => {
        let read: unknown;
        try {
          read = JSON.parse(text);
        } catch {
          read = null; // A page.
        }
        resolve({ status: response.statusCode ?? 0, text: `${response.rawHeaders.join(" ")}\n${text}`, body: read });
      });
    });
    asked.end(sent);
  });
}

/** An app that answers what it is asked, behind a tunnel. */
export async function startApp(): Promise<{ port: number; close(): void }> {
  const server = createServer((asked, answer) => {
    asked.resume();
    answer.setHeader("set-cookie", "session=SessionCanary7Answer").end("fine");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
