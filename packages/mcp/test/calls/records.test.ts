import { describe, expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";

const created_at = "2026-01-01T00:00:00Z";
const mailbox = { id: "M1", name: "box", address: "box@desk.example", token: "svcm_1", email_count: 3, created_at };
const subdomain = { id: "D1", name: "demo", domain: "demo.t.example", url: "https://demo.t.example", token: "svc_1" };
const smsInbox = {
  id: "S1",
  token: "svcsms_1",
  phones: [
    { id: "P1", phone: "5550100" },
    { id: "P2", phone: "5550199" },
  ],
  message_count: 2,
  created_at,
};

/** A call of an account with one of each, and what it asked for, in order. */
function setUp({ online = false, openHere = false, messages = [] as object[], otherSubdomains = [] as object[] } = {}) {
  const asked: string[] = [];
  const note =
    (name: string, result: unknown = undefined) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args.filter((arg) => typeof arg === "string" || typeof arg === "number")].join(" "));
      return result;
    };
  const frontdesk = {
    mailboxes: {
      list: async () => ({ mailboxes: [mailbox], limit: null, used: 1 }),
      delete: note("delete"),
      clear: note("clear"),
      rotate: note("rotate"),
    },
    smsInboxes: { list: async () => ({ sms_tokens: [smsInbox], limit: null, used: 1 }) },
    subdomains: {
      list: async () => [...otherSubdomains, { ...subdomain, online, created_at }],
      delete: note("delete"),
      rotate: note("rotate"),
    },
  };
  const handle = {
    recent: async ({ count }: { count: number }) => {
      asked.push(`recent ${count}`);
      return messages;
    },
    currentCursor: async () => "now",
  };
  const smsHandle = {
    recent: async ({ count }: { count: number }) => ({ messages: (await handle.recent({ count })) && messages }),
    currentCursor: async () => "now",
  };
  const allowedPorts = new Set<number>();
  const state = {
    settings: { allowedPorts: [{ from: 3_000, to: 3_009 }], baseUrl: "https://desk.example" },
    allowedPorts,
    tunnels: {
      stop: async (id: string) => {
        asked.push(`stop ${id}`);
        return openHere;
      },
      list: () => (openHere ? [{ subdomainId: "D1", name: "demo", url: subdomain.url, port: 3_000 }] : []),
      open: async ({ port }: { port: number }) => ({ url: subdomain.url, port }),
    },
  };
  const confirm = vi.fn((): unknown => null);
  const call = { frontdesk, state, confirm, openMailbox: () => handle, openSmsInbox: () => smsHandle };
  /** Runs a tool and returns its facts. */
  async function run(name: string, args: object): Promise<Record<string, unknown>> {
    const tool = tools.find((each) => each.name === name);
    const outcome = await tool!.run({ ...args }, { ...call, serverNow: Date.now } as unknown as ToolCall);
    return "facts" in outcome ? outcome.facts : { ...outcome };
  }
  return { run, asked, confirm, allowedPorts };
}

describe("a record is found", () => {
  test.each([
    ["mailbox_clear", { mailbox: "M1" }, { cleared: "box@desk.example" }, ["clear M1"]],
    ["mailbox_clear", { mailbox: "BOX" }, { cleared: "box@desk.example" }, ["clear M1"]],
    ["mailbox_delete", { mailbox: "Box@desk.example" }, { deleted: "box@desk.example" }, ["delete M1"]],
    ["mailbox_rotate", { mailbox: "box+shop@desk.example" }, { rotated: "box@desk.example" }, ["rotate M1"]],
    ["mailbox_clear", { mailbox: "Shop@BOX.desk.example" }, { cleared: "box@desk.example" }, ["clear M1"]],
    ["subdomain_delete", { subdomain: "D1" }, { deleted: "demo.t.example" }, ["delete D1", "stop D1"]],
    ["subdomain_delete", { subdomain: "Demo" }, { deleted: "demo.t.example" }, ["delete D1", "stop D1"]],
    ["subdomain_rotate", { subdomain: "DEMO.t.example" }, { rotated: "demo.t.example" }, ["rotate D1", "stop D1"]],
    ["sms_list", { smsInbox: "S1" }, { cursor: "now" }, ["recent 10"]],
    ["sms_list", { smsInbox: "5550199" }, { cursor: "now" }, ["recent 10"]],
    ["sms_list", { smsInbox: "5550100", limit: 20 }, { cursor: "now" }, ["recent 20"]],
  ])("%s of %j", async (name, args, facts, requests) => {
    const { run, asked } = setUp();
    expect(await run(name, args)).toMatchObject(facts);
    expect(asked).toEqual(requests);
  });

  test("subdomain_delete deletes no other subdomain that begins with the name", async () => {
    const other = { id: "D2", name: "demo2", domain: "demo2.t.example", token: "svc_2", online: false, created_at };
    const { run, asked } = setUp({ otherSubdomains: [other] });
    await run("subdomain_delete", { subdomain: "demo" });
    expect(asked).toEqual(["delete D1", "stop D1"]);
  });

  test.each([
    ["mailbox_clear", { mailbox: "m1" }, "mailbox_list"],
    ["mailbox_clear", { mailbox: "shop@inbox.desk.example" }, "mailbox_list"],
    ["sms_list", { smsInbox: "555" }, "sms_inbox_list"],
    ["subdomain_delete", { subdomain: "d1" }, "subdomain_list"],
    ["tunnel_start", { subdomain: "d1", port: 3_000 }, "subdomain_register"],
  ])("or a failure of %s with %j says where to look", async (name, args, tool) => {
    await expect(setUp().run(name, args)).rejects.toMatchObject({ code: "not_found", next: { tool } });
  });
});

test("a list of mails asks for ten at most, and its cursor is after the newest", async () => {
  const mail = { sender: "a@b.example", subject: "Hi", received_at: created_at };
  const { run, asked } = setUp({
    messages: [
      { ...mail, id: "new" },
      { ...mail, id: "old" },
    ],
  });
  expect(await run("mail_list", { mailbox: "box", limit: 20 })).toMatchObject({ cursor: "new" });
  await run("mail_list", { mailbox: "box", limit: 3 });
  expect(asked).toEqual(["recent 10", "recent 3"]);
  expect(await setUp().run("mail_list", { mailbox: "box" })).toMatchObject({ cursor: "now" });
});

describe("a tunnel", () => {
  const listed = { subdomain: "demo", url: subdomain.url };
  test.each([
    [{ online: false, openHere: false }, []],
    [{ online: true, openHere: false }, [{ ...listed, here: false }]],
    [{ online: false, openHere: true }, [{ ...listed, here: true, port: 3_000 }]],
  ])("with %j is listed so", async (situation, tunnels) => {
    expect(await setUp(situation).run("tunnel_list", {})).toEqual({ tunnels });
  });

  test("is listed behind subdomains that are offline, and a list has as many as it may", async () => {
    const others = Array.from({ length: 12 }, (_, at) => ({
      name: `s${at}`,
      id: `E${at}`,
      url: `https://s${at}.example`,
    }));
    const listNames = async (isOnline: (at: number) => boolean, args: object) => {
      const otherSubdomains = others.map((other, at) => ({ ...other, online: isOnline(at) }));
      const { tunnels } = await setUp({ openHere: true, otherSubdomains }).run("tunnel_list", args);
      return (tunnels as { subdomain: string }[]).map((tunnel) => tunnel.subdomain);
    };
    expect(await listNames(() => false, { limit: 1 })).toEqual(["demo"]);
    expect(await listNames((at) => at > 10, { limit: 2 })).toEqual(["s11", "demo"]);
    expect(await listNames(() => true, { limit: 3 })).toEqual(["s0", "s1", "s2"]);
    expect(await listNames(() => true, {})).toHaveLength(10);
  });

  test("is stopped if it is open here, and is no failure if it is open nowhere", async () => {
    const stop = (situation: object) => setUp(situation).run("tunnel_stop", { subdomain: "demo" });
    expect(await stop({ online: true, openHere: true })).toEqual({ stopped: "demo.t.example", wasOpen: true });
    expect(await stop({})).toEqual({ stopped: "demo.t.example", wasOpen: false });
    await expect(stop({ online: true })).rejects.toMatchObject({
      code: "not_found",
      message: "The tunnel of demo.t.example runs in another process, which alone can stop it.",
      next: { tool: "subdomain_delete", hint: "to cut it for good, with its name; ask the user first" },
    });
  });

  test.each([3_000, 3_009])("to port %i, within the range of --allow-port, needs no question", async (port) => {
    const { run, confirm } = setUp();
    expect(await run("tunnel_start", { subdomain: "demo", port })).toMatchObject({ url: subdomain.url, port });
    expect(confirm).not.toHaveBeenCalled();
  });

  test.each([2_999, 3_010])("to port %i is refused if nobody can be asked", async (port) => {
    const { run } = setUp();
    await expect(run("tunnel_start", { subdomain: "demo", port })).rejects.toMatchObject({
      code: "port_not_allowed",
      message: `Port ${port} is not among those that tunnels may show. Ask the user to start this MCP server with --allow-port ${port}.`,
      next: { tool: "tunnel_start", hint: "again once the user has allowed it" },
    });
  });

  test("to another port asks once, and a refusal allows nothing", async () => {
    const { run, confirm, allowedPorts } = setUp();
    const start = () => run("tunnel_start", { subdomain: "demo", port: 80 });
    confirm.mockReturnValue({ ask: { id: "allow-80", question: "May it?" } });
    expect(await start()).toEqual({ ask: { id: "allow-80", question: "May it?" } });
    confirm.mockReturnValue("no");
    await expect(start()).rejects.toMatchObject({
      code: "port_not_allowed",
      message: "The user does not allow port 80 to be shown.",
      next: { tool: "tunnel_start", hint: "again once the user has allowed it" },
    });
    expect([...allowedPorts]).toEqual([]);
    confirm.mockReturnValue("yes");
    await start();
    await start();
    const question = ["allow-80", `May the agent show local port 80 to everybody at ${subdomain.url}?`];
    expect(confirm.mock.calls).toEqual([question, question, question]);
  });
});
