import { once } from "node:events";
import { connect, createServer as createListener } from "node:net";
import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { makeFolder, startFrontdesk, startServer } from "./start-frontdesk.ts";

const authorized = (token: string | null) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

async function register(url: string, key: string | null, name: string): Promise<{ name: string; token: string }> {
  const body = JSON.stringify({ name });
  const answer = await fetch(`${url}/svc-api/mailbox/register`, { method: "POST", headers: authorized(key), body });
  const { mailbox, error } = (await answer.json()) as { mailbox?: { name: string; token: string }; error?: string };
  if (!mailbox) throw new Error(error);
  return mailbox;
}

describe("frontdesk serve", () => {
  test("prints exactly one JSON line when it is ready, and exits with 0 on SIGTERM", async () => {
    const server = await startServer("memory:");
    expect(server.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(server.smtp).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await fetch(`${server.url}/svc-api/account`, { headers: authorized(server.key) })).status).toBe(200);
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    expect(server.out().split("\n")).toHaveLength(2);
    expect(server.err()).not.toContain('"level":50');
  });

  test("prints the key on a terminal, once, and the URLs", async () => {
    const storage = `lmdb:${await makeFolder()}`;
    const args = ["--port", "0", "--smtp-port=0", "--storage", storage];
    const lines = [];
    for (const _start of [1, 2]) {
      const server = startFrontdesk(args);
      await server.firstLine;
      server.child.kill("SIGINT");
      expect(await server.exit).toBe(0);
      lines.push(server.out().trimEnd().split("\n"));
    }
    expect(lines[0]![0]).toContain(`storage ${storage}`);
    const [, key] = /^First agent key .*: (svcagt_\w{28})$/.exec(lines[0]![1]!) ?? [];
    expect(lines[0]!.at(-1)).toMatch(new RegExp(`^export FRONTDESK_URL=http://localhost:\\d+ FRONTDESK_KEY=${key}$`));
    expect(lines[1]).toEqual([
      expect.stringMatching(/ready: API http.*docs .*\/docs, SMTP 127.*mail for @desk\.example\.com/),
      expect.stringMatching(/^The first key was shown at the first start/),
    ]);
  });

  test("reads the first key from the environment and does not print it on a terminal", async () => {
    const env = {
      FRONTDESK_BOOTSTRAP_KEY: "svcagt_0123456789abcdefghij",
      FRONTDESK_PORT: "0",
      FRONTDESK_SMTP_PORT: "0",
    };
    const json = startFrontdesk(["--storage", "memory:", "--json"], env);
    expect(JSON.parse(await json.firstLine)).toMatchObject({ ready: true, key: env.FRONTDESK_BOOTSTRAP_KEY });
    const plain = startFrontdesk(["--storage", "memory:"], env);
    await plain.firstLine;
    plain.child.kill("SIGTERM");
    await plain.exit;
    expect(plain.out()).not.toContain(env.FRONTDESK_BOOTSTRAP_KEY);
    const wrong = startFrontdesk(["--storage", "memory:"], { ...env, FRONTDESK_BOOTSTRAP_KEY: "hunter2" });
    expect(await wrong.exit).toBe(2);
    expect(wrong.err()).toContain("FRONTDESK_BOOTSTRAP_KEY must be svcagt_");
    expect(wrong.err()).not.toContain("hunter2");
  });

  test("lets a running request finish on the first signal and closes it on the second", async () => {
    const server = await startServer("memory:", ["--drain", "60000"]);
    const { port } = new URL(server.url);
    const request = connect(Number(port), "127.0.0.1");
    request.on("error", () => {});
    await once(request, "connect");
    // A body that never comes keeps the request running.
    request.write(
      `POST /svc-api/mailbox/register HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.key}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n",
    );
    await once(request, "data");
    let code: number | string | null | undefined;
    const ended = server.exit.then((result) => {
      code = result;
    });
    while (code === undefined) {
      server.child.kill("SIGTERM");
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    expect(code).toBe(1);
  });

  test("exits when npm's shell has ended, because it does not get npm's SIGTERM", async () => {
    const server = await startServer("memory:", [], { npm_lifecycle_event: "start" }, { inShell: true });
    server.child.kill("SIGKILL");
    await server.exit; // The server holds the shell's stdout open until it has ended itself.
    await expect(fetch(server.url)).rejects.toThrow();
  });

  test("names the flag of a port in use", async () => {
    const other = createListener().listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = String((other.address() as { port: number }).port);
    for (const [flag, free] of [
      ["--port", "--smtp-port"],
      ["--smtp-port", "--port"],
    ] as const) {
      const server = startFrontdesk([flag, taken, free, "0", "--storage", "memory:"]);
      expect(await server.exit).toBe(1);
      expect(server.err()).toMatch(new RegExp(`^${flag} ${taken}: another program uses this port.*\n$`, "m"));
      expect(server.out()).toBe("");
    }
    other.close();
  });

  test("rejects a storage folder that another server uses", async () => {
    const storage = `lmdb:${await makeFolder()}`;
    const { child } = await startServer(storage);
    const second = startFrontdesk(["--port", "0", "--smtp-port", "0", "--storage", storage]);
    expect(await second.exit).toBe(1);
    expect(second.err()).toMatch(
      new RegExp(`^--storage: .* already in use by another frontdesk server \\(pid ${child.pid}\\)\n$`),
    );
  });

  test("loses nothing it acknowledged when it is killed", async () => {
    const storage = `lmdb:${await makeFolder()}`;
    const first = await startServer(storage, ["--free-mailboxes", "100"]);
    const names = Array.from({ length: 12 }, (_, index) => `box${index}`);
    const mailboxes = await Promise.all(names.map((name) => register(first.url, first.key, name)));
    const [host, port] = first.smtp.split(":");
    const transport = createTransport({ host: host!, port: Number(port), pool: true, secure: false, ignoreTLS: true });
    const acknowledged: string[] = [];
    // The kill falls into the middle of what is still being sent.
    const sending = mailboxes.flatMap(({ name }) =>
      Array.from({ length: 5 }, async (_, index) => {
        const subject = `${name} code ${1000 + index}`;
        await transport.sendMail({ from: "a@example.com", to: `${name}@desk.example.com`, subject, text: subject });
        acknowledged.push(subject);
        if (acknowledged.length === 30) first.child.kill("SIGKILL");
      }),
    );
    await Promise.allSettled(sending);
    transport.close();
    expect(await first.exit).toBe("SIGKILL");
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);

    const second = await startServer(storage);
    expect(second.key).toBeNull();
    const kept = await Promise.all(
      mailboxes.map(async ({ token }) => {
        const answer = await fetch(`${second.url}/svc-api/mail/recent`, { headers: authorized(token) });
        const { emails } = (await answer.json()) as { emails: { subject: string }[] };
        return emails.map(({ subject }) => subject);
      }),
    );
    expect(kept.flat()).toEqual(expect.arrayContaining(acknowledged));
  });
});

describe("commands beside a running server", () => {
  test.each(["lmdb", "fs"])("ask it to do the work, on %s", async (scheme) => {
    const storage = `${scheme}:${await makeFolder()}`;
    const server = await startServer(storage, ["--free-mailboxes", "1"]);
    const desk = async (...words: string[]) => {
      const command = startFrontdesk([...words, "--storage", storage, "--json"]);
      expect(await command.exit, command.err()).toBe(0);
      return JSON.parse(command.out());
    };
    await register(server.url, server.key, "one");
    await expect(register(server.url, server.key, "two")).rejects.toThrow("may have 1");
    await desk("account", "set", "default", "--extra-mailboxes", "1");
    await register(server.url, server.key, "two");

    const { agent_token } = await desk("key", "create", "ci");
    const status = async () =>
      (await fetch(`${server.url}/svc-api/account`, { headers: authorized(agent_token.token) })).status;
    expect(await status()).toBe(200);
    await desk("key", "revoke", agent_token.id);
    expect(await status()).toBe(401);

    const refused = startFrontdesk(["account", "create", "default", "--storage", storage]);
    expect(await refused.exit).toBe(1);
    expect(refused.err()).toBe("An account named default exists already. Choose another name.\n");
  });

  test("run one after the other if there is no server", async () => {
    const storage = `lmdb:${await makeFolder()}`;
    const names = ["a", "b", "c", "d"];
    const commands = names.map((name) => startFrontdesk(["account", "create", name, "--storage", storage, "--json"]));
    for (const command of commands) expect(await command.exit, command.err()).toBe(0);
    const list = startFrontdesk(["account", "list", "--storage", storage, "--json"]);
    await list.exit;
    const { accounts } = JSON.parse(list.out()) as { accounts: { name: string }[] };
    expect(accounts.map(({ name }) => name).sort()).toEqual([...names, "default"]);
  });
});
