import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnSession } from "../../test/mcp/desk.ts";
import { talk } from "../support/connection.ts";
import { plantFormerSecrets } from "./former-secrets.ts";
import { misplaced } from "./misplaced.ts";
import { commandLines, outputs, start, stopAll } from "./programs.ts";
import { type Scene, send, setScene, startApp } from "./scene.ts";
import { toBasic } from "./secrets.ts";

let scene: Scene;
let app: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  scene = await setScene();
  app = await startApp();
  const { secrets, call } = scene;
  secrets.plant("agent key", (await call("POST", "agent-tokens/create", { name: "second" })).agent_token.token);
  secrets.plant("mailbox key", (await call("POST", "mailbox/register", { name: "ann" })).mailbox.token);
  const { sms_token } = await call("POST", "sms/register", {});
  secrets.plant("SMS key", sms_token.token);
  secrets.plant("claim code", (await call("POST", `sms/${sms_token.id}/pair`)).pairing.code);
  secrets.plant("tunnel key", (await call("POST", "subdomain/register", { name: "shop" })).subdomain.token);
  secrets.plant("authenticator", "CANARY7AUTHENTICATOR");
  await call("POST", "authenticators/register", { name: "ann", secret: "CANARY7AUTHENTICATOR" });
  secrets.plant("SMTP password", "SmtpCanary7Password");
  secrets.plant("mail", "MailCanary7Words");
  secrets.plant("text message", "TextCanary7Words");
  secrets.plant("tunnel password", "BasicCanary7Password");
  secrets.plant("tunnel password as sent", toBasic("ann", "BasicCanary7Password").slice(6));
  secrets.plant("app's answer", "SessionCanary7Answer");
  for (const name of ["query", "cookie", "authorization", "body"])
    secrets.plant(`visitor's ${name}`, `Visitor${name}Canary7`);
});
afterAll(async () => {
  await stopAll();
  app?.close();
  await scene?.redis.stop();
});

const the = (name: string) => scene.secrets.all.find(([known]) => known === name)?.[1] ?? "";

test("no error repeats a secret that was sent to the wrong place", async () => {
  const { secrets, ask } = scene;
  const leaks = new Set<string>();
  for (const [name, secret] of secrets.all)
    for (const [path, asking] of misplaced(secret, scene)) {
      const answer = await ask(path, asking);
      // Words that look like any other may be somebody's name, which an answer names.
      const mayName = !secret.startsWith("svc") && (answer.status === 200 || asking.host !== undefined);
      // To whom it belongs, a list shows it.
      if (mayName || (answer.status === 200 && path.includes("/list"))) continue;
      const place = `${asking.method ?? "GET"} ${path.replaceAll(secret, "…")} ${answer.status}`;
      if (secrets.in(answer.text).includes(name)) leaks.add(`${name}: ${place}`);
    }
  expect([...leaks]).toEqual([]);
});

test("mail and its clients leave no secret in the log", async () => {
  const port = scene.smtpPorts[0]!;
  const login = Buffer.from(`\0ann\0${the("SMTP password")}`).toString("base64");
  const mail = `From: Ann <ann@shop.test>\r\nSubject: ${the("mail")}\r\n\r\n${the("mail")}\r\n.\r\n`;
  const said = await talk(
    { port },
    [
      `EHLO client.test\r\nAUTH PLAIN ${login}\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<ann@desk.example.com>\r\n`,
      `RCPT TO:<${the("mailbox key")}@desk.example.com>\r\nRCPT TO:<x@${the("mailbox key")}.test>\r\n`,
      `DATA\r\n${mail}AUTH LOGIN\r\n${login}\r\n${login}\r\nQUIT\r\n`,
    ],
    /^221 /m,
  );
  expect(said).toMatch(/^235 /m);
  expect(said).toMatch(/^221 /m);
  const push = { messages: [{ phone: "5551234567", sender: "Bank", body: the("text message") }] };
  await scene.call("POST", "sms/push", push, the("SMS key"));
  expect((await scene.call("GET", "mail/recent", undefined, the("mailbox key"))).emails).toHaveLength(1);
});

test("a tunnel's client and its inspector show no secret of the visitors, nor their own", async () => {
  const { secrets, ports } = scene;
  const [near, far] = ports as [number, number];
  const login = `ann:${the("tunnel password")}`;
  const flags = ["-p", String(app.port), "--url", `http://127.0.0.1:${near}`, "--share", "--basic-auth", login];
  const clients = [
    start("tunnel", [...flags, "-k", the("tunnel key"), "--inspect", "0"]),
    start("tunnel", [...flags, "--json"], { FRONTDESK_TUNNEL_TOKEN: the("tunnel key") }),
  ];
  await Promise.all(clients.map((client) => client.said(/online/i)));
  expect(secrets.in(commandLines())).toEqual([]);
  const path = `/login?token=${the("visitor's query")}&code=${the("visitor's query")}`;
  const visits: number[] = [];
  // By the server that holds the tunnel and by the one that asks it; each client's turn comes.
  for (const port of [near, far, near, far])
    for (const authorization of [toBasic("ann", the("tunnel password")), `Bearer ${the("visitor's authorization")}`]) {
      const headers = { authorization, cookie: `session=${the("visitor's cookie")}` };
      const body = JSON.stringify({ password: the("visitor's body") });
      const { status, text } = await send(port, path, { method: "POST", host: "shop.tunnel.localhost", headers, body });
      visits.push(status);
      if (status !== 200) expect(secrets.in(text)).toEqual([]);
    }
  expect(visits).toEqual([200, 401, 200, 401, 200, 401, 200, 401]);
  await Promise.all(clients.map((client) => client.said("/login")));
  const inspector = Number(/localhost:(\d+)/.exec(/Inspect requests at (\S+)/.exec(clients[0]!.output())![1]!)![1]);
  const host = `localhost:${inspector}`;
  const { body } = await send(inspector, "/api/requests", { host });
  expect(body.requests.length).toBeGreaterThan(0);
  for (const { id } of body.requests) {
    const { status, text } = await send(inspector, `/api/requests/${id}`, { host });
    expect([status, secrets.in(text)]).toEqual([200, []]);
  }
  app.close();
  const headers = { authorization: toBasic("ann", the("tunnel password")) };
  const down = await send(near, path, { host: "shop.tunnel.localhost", headers });
  expect([down.status, secrets.in(down.text)]).toEqual([502, []]);
  for (const { child } of clients) child.kill("SIGTERM");
  await Promise.all(clients.map(({ exit }) => exit));
});

test("rejected command lines are not repeated", async () => {
  const server = `http://127.0.0.1:${scene.ports[0]}`;
  const wrongKind = the("mailbox key");
  await start("tunnel", ["-k", wrongKind, "-p", "9", "--url", server]).exit;
  await start("tunnel", ["-p", "9", "--url", server, "--json"], { FRONTDESK_TUNNEL_TOKEN: wrongKind }).exit;
  await start("tunnel", ["-k", wrongKind, "--no-such-flag"]).exit;
  await start("cli", ["status"], { FRONTDESK_URL: server, FRONTDESK_KEY: wrongKind }).exit;
  await start("cli", ["status", wrongKind], { FRONTDESK_URL: server, FRONTDESK_KEY: the("agent key") }).exit;
  await start("server", ["--cluster-secret", the("cluster secret")]).exit;
  await start("server", ["--storage", scene.env.FRONTDESK_STORAGE]).exit;
  const free = ["--port", "0", "--smtp-port", "0"];
  await start("server", [...free, "--storage", "memory:"], { FRONTDESK_BOOTSTRAP_KEY: `${wrongKind} ` }).exit;
  const closed = scene.env.FRONTDESK_STORAGE.replace(/:\d+$/, ":9");
  await start("server", ["key", "list"], { FRONTDESK_STORAGE: closed }).exit;
  await start("server", ["key", "list"], {
    FRONTDESK_STORAGE: scene.env.FRONTDESK_STORAGE.replace("Canary7", "Canary8"),
  }).exit;
});

test("MCP results contain no secret, not even given ones", async () => {
  const desk = { url: `http://127.0.0.1:${scene.ports[0]}` };
  const session = await spawnSession(desk, {
    env: { FRONTDESK_KEY: scene.key },
    args: ["--toolsets", "mail,sms,tunnel,keys,authenticators"],
  });
  const answers: unknown[] = [];
  const { tools } = await session.client.listTools();
  const own = the("mailbox key");
  for (const { name, inputSchema } of tools) {
    if (/revoke|delete|cancel|release|create|register/.test(name)) continue;
    const given = Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => [
      field,
      (schema as { type?: string }).type === "string" ? own : undefined,
    ]);
    answers.push(await session.client.callTool({ name, arguments: {} }).catch(String));
    answers.push(
      await session.client
        .callTool({ name, arguments: Object.fromEntries(given.filter(([, value]) => value)) })
        .catch(String),
    );
  }
  await session.close();
  expect(answers.length).toBeGreaterThan(15);
  const leaks = answers.filter((answer) => scene.secrets.in(JSON.stringify(answer)).length > 0);
  expect([...leaks, ...scene.secrets.in(session.stderr.join(""))]).toEqual([]);
});

test("the audit log names what was done, and no value", async () => {
  const { secrets, key } = scene;
  await plantFormerSecrets(scene);
  const { text, body } = await scene.ask("/svc-api/audit", { token: key });
  const actions = new Set(body.entries.map(({ action }: { action: string }) => action));
  const expected = ["key.created", "key.revoked", "secret.rotated", "message.returned", "tunnel.opened"];
  expect([...actions].toSorted()).toEqual(expected.toSorted());
  expect(secrets.in(text)).toEqual([]);
});

test("metrics, health and pages contain no secret", async () => {
  const { ports, adminPorts, secrets } = scene;
  for (const [port, paths] of [
    [ports[0]!, ["/", "/docs", "/openapi.yaml", "/llms.txt", "/metrics", "/healthz", "/svc-api/server/version"]],
    [adminPorts[0]!, ["/metrics", "/healthz/live", "/healthz/ready", "/nothing"]],
  ] as const)
    for (const path of paths) {
      const { text } = await send(port, path, {});
      expect([path, secrets.in(text)]).toEqual([path, []]);
    }
});

test("a failing storage reports nothing of its content", async () => {
  const { redis, secrets, ask, key } = scene;
  expect(secrets.in(commandLines())).toEqual([]);
  await redis.stop();
  for (const path of ["account", "mailbox/list"]) {
    const { status, text } = await ask(`/svc-api/${path}`, { token: key });
    expect([status, secrets.in(text)]).toEqual([503, []]);
  }
  expect(secrets.in((await send(scene.adminPorts[0]!, "/healthz/ready", {})).text)).toEqual([]);
});

test("in the end no program has written a secret", async () => {
  await stopAll();
  expect(outputs()).toContain("Frontdesk is ready");
  expect(outputs()).toContain('"action":"secret.rotated"');
  const lines = outputs().split("\n");
  expect(lines.filter((line) => scene.secrets.in(line).length > 0)).toEqual([]);
});
