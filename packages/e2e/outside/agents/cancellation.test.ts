import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { alwaysCollecting } from "@frontdesk/test-kit";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callTool, type Desk, openDesk, spawnHttp, spawnSession } from "../../test/mcp/desk.ts";

/** Of Node, for which a signal that nothing holds may lose what aborts it. */
const collecting = { NODE_OPTIONS: `--import=${alwaysCollecting}` };
let desk: Desk;
let watched: Awaited<ReturnType<typeof watchWaits>>;
let http: Awaited<ReturnType<typeof spawnHttp>>;
beforeAll(async () => {
  desk = await openDesk();
  watched = await watchWaits(desk.url);
  http = await spawnHttp({ url: watched.url, folder: desk.folder }, collecting);
});
afterAll(async () => {
  await http.stop();
  watched.close();
  await desk.close();
});

const ways = [
  ["stdio", "legacy"],
  ["stdio", "auto"],
  ["HTTP", "legacy"],
  ["HTTP", "auto"],
] as const;
type Way = (typeof ways)[number];

async function connect([transport, mode]: Way): Promise<Client> {
  const options = { versionNegotiation: { mode } };
  if (transport === "HTTP") return http.connect(options);
  return (await spawnSession({ url: watched.url, folder: desk.folder }, { env: collecting }, options)).client;
}

/** How a client leaves a call. Resolves when it has. */
const leavings = {
  "an abort": (call: Leaving) => call.abort(),
  "its time-out": (call: Leaving) => call.settled,
  "its going": (call: Leaving) => call.client.close(),
};
interface Leaving {
  client: Client;
  abort(): void;
  settled: Promise<unknown>;
}

test.each(ways.flatMap((way) => Object.entries(leavings).map(([name, leave]) => [...way, name, leave] as const)))(
  "over %s, %s: gives up the server's wait after %s",
  async (transport, mode, name, leave) => {
    const client = await connect([transport, mode]);
    const mailbox = `left-${transport}-${mode}-${name.replace(/\W/g, "")}`.toLowerCase();
    await callTool(client, "mailbox_register", { name: mailbox });
    const cancel = new AbortController();
    const held = watched.next();
    const settled = callTool(
      client,
      "mail_wait_code",
      { mailbox },
      { signal: cancel.signal, timeout: name === "its time-out" ? 3_000 : 50_000 },
    ).catch(() => {});
    const { gone } = await held;
    await leave({ client, abort: () => cancel.abort(), settled });
    // A wait that nobody gives up ends too, when its time is over; then it is answered.
    expect(await gone).toBe("given up");
    await settled;
    await client.close();
    const tidy = await connect(["HTTP", "auto"]);
    const { facts } = await callTool(tidy, "mailbox_list", {});
    for (const { mailbox } of facts.mailboxes) await callTool(tidy, "mailbox_delete", { mailbox });
    await tidy.close();
  },
);

test("reports progress to clients over every transport, in rising numbers until the result", async () => {
  await Promise.all(
    ways.map(async (way, index) => {
      const client = await connect(way);
      const mailbox = `progress-${index}`;
      await callTool(client, "mailbox_register", { name: mailbox });
      const seen: { progress: number; message?: string | undefined }[] = [];
      let waiting: ReturnType<typeof callTool> | undefined;
      await new Promise<void>((resolve) => {
        const onprogress = (progress: (typeof seen)[number]) => void (seen.push(progress) === 2 && resolve());
        waiting = callTool(client, "mail_wait_code", { mailbox, waitSeconds: 40 }, { onprogress });
      });
      await desk.mail(mailbox, { body: "Your verification code is 246810." });
      expect((await waiting)?.facts.status).toBe("found");
      expect(seen.map(({ progress }) => progress)).toEqual([5, 10]);
      expect(seen[0]?.message).toBe(`Waiting for mail to ${mailbox}@desk.example.com, 5 of 40 s`);
      await client.close();
    }),
  );
});

type Ending = "answered" | "given up";

/** Stands before the server and says when a held wait comes, and when it is given up. */
async function watchWaits(target: string) {
  let announce: (wait: { gone: Promise<Ending> }) => void = () => {};
  const server = createServer((request, response) => {
    const upstream = forward(new URL(request.url ?? "/", target), { method: request.method, headers: request.headers });
    request.pipe(upstream);
    upstream.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    const gone = new Promise<Ending>((resolve) => {
      response.once("close", () => {
        upstream.destroy();
        resolve(response.writableFinished ? "answered" : "given up");
      });
    });
    if (request.url?.includes("wait=")) announce({ gone });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => new Promise<{ gone: Promise<Ending> }>((resolve) => (announce = resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
