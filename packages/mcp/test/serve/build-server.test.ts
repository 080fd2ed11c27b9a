import { expect, test, vi } from "vitest";
import { toResourceLink } from "../../src/calls/resources.ts";
import { buildServer, listTools } from "../../src/serve/build-server.ts";
import { toInstructions } from "../../src/serve/instructions.ts";
import { createState, type State } from "../../src/state/state.ts";
import { tools } from "../../src/tools/index.ts";
import { connectClient, type ServerMessage } from "../connect-client.ts";
import { readSettings } from "../read-settings.ts";

const allToolsets = "mail,sms,tunnel,requests,keys,maintenance,authenticators";
const settings = readSettings(["--toolsets", allToolsets], { FRONTDESK_KEY: "svcagt_TestTestTestTestTestTest1234" });
const listed = new Map(listTools(createState(settings)).map((tool) => [tool.name, tool]));

test.each(tools.map((tool) => [tool.name, tool] as const))(
  "%s is listed with all that a client needs",
  (name, tool) => {
    const meta = {
      ...(tool.alwaysLoad && { "anthropic/alwaysLoad": true }),
      ...(tool.needsPerson && { "anthropic/requiresUserInteraction": true }),
    };
    const { inputSchema, outputSchema, ...rest } = listed.get(name)!;
    expect(rest).toEqual({
      ...{ name, title: tool.title, description: tool.description },
      annotations: { title: tool.title, ...tool.hints },
      ...(Object.keys(meta).length > 0 && { _meta: meta }),
    });
    expect(Object.keys((inputSchema as { properties?: object }).properties ?? {})).toEqual(
      Object.keys(tool.input.entries),
    );
    expect(outputSchema !== undefined).toBe(tool.output !== undefined);
  },
);

test("keys are created and changed only after a person has agreed", () => {
  expect(tools.filter(({ needsPerson }) => needsPerson).map(({ name }) => name)).toEqual(["key_create", "key_update"]);
});

/** Sends a request to a server with this state, and returns the message of the error, and what is logged. */
async function ask(request: { method: string; params: object }, changes: Partial<State>) {
  const logs: string[] = [];
  const server = buildServer({ ...createState(settings), ...changes }, (line) => void logs.push(line));
  const error = await new Promise<string>((resolve) => {
    void connectClient(server, (message) => resolve(message.error?.message ?? "")).then((say) =>
      say({ id: 1, ...request }),
    );
  });
  await server.close();
  return { error, logs };
}

const restricted = { settings: { ...settings, toolsets: new Set(["mail"] as const) } };

test.each([
  ["tunnel_start", { isRemote: true }, "Tool tunnel_start not found here: "],
  ["tunnel_wait_request", { isRemote: true }, "Tool tunnel_wait_request not found here: "],
  ["key_create", { isRemote: true }, "Tool key_create not found: it is hidden here. account_whoami says why."],
  ["sms_list", restricted, "Tool sms_list not found: it is hidden here. account_whoami says why."],
  ["mailbox_create", {}, "Tool mailbox_create not found. The nearest is mailbox_register."],
  ["wait_code", {}, "Tool wait_code not found. The nearest are mail_wait_code and sms_wait_code."],
  ["q".repeat(100), restricted, `Tool ${"q".repeat(60)} not found. There are account_whoami, mailbox_register, `],
])("a call of %s where there is no such tool says what to do", async (name, state, message) => {
  const { error } = await ask({ method: "tools/call", params: { name, arguments: {} } }, state);
  expect(error).toContain(message);
});

test.each([
  [true, "tunnel_start needs the MCP server on the machine of the port", "key_create makes a narrower key"],
  [false, "the address is public and ends with this process", "subdomain_register here"],
])("the instructions name the tools that there are (remote: %s)", (isRemote, named, unnamed) => {
  expect(toInstructions({ isRemote })).toContain(named);
  expect(toInstructions({ isRemote })).not.toContain(unnamed);
});

test.each([
  ["mailbox:read", ["account_whoami", "mailbox_list", "mail_wait_code", "mail_list", "mail_read"]],
  ["token:read,sms:delete", ["account_whoami", "sms_inbox_delete", "key_list"]],
  [null, tools.map(({ name }) => name)],
])("a key with the scopes %s finds the tools in the list that it may use", async (scopes, names) => {
  const send = async () => Response.json({ success: true, account: {}, agent_token: { scopes } });
  const server = buildServer({ ...createState(settings), send }, () => {});
  const answer = await new Promise<ServerMessage>((resolve) => {
    void connectClient(server, resolve).then((say) => say({ id: 1, method: "tools/list" }));
  });
  await server.close();
  expect((answer.result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(names);
});

test("a mail is read in one request, without another try at a busy server", async () => {
  const send = vi.fn(async () => Response.json({ error: "Busy." }, { status: 503, headers: { "retry-after": "0" } }));
  await ask({ method: "resources/read", params: { uri: "frontdesk://mail/box/m1" } }, { send });
  expect(send).toHaveBeenCalledOnce();
});

test("a client that cancels the reading of a mail ends its request", async () => {
  const sent: AbortSignal[] = [];
  const send = ({ signal }: Request) => {
    sent.push(signal);
    return new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const server = buildServer({ ...createState(settings), send }, () => {});
  const say = await connectClient(server, () => {});
  say({ id: 1, method: "resources/read", params: { uri: "frontdesk://mail/box/m1" } });
  await expect.poll(() => sent.map(({ aborted }) => aborted)).toEqual([false]);
  say({ method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(() => sent.map(({ aborted }) => aborted)).toEqual([true]);
  await server.close();
});

test("the link with which a client attaches a mail names the mailbox, the mail and that it is text", () => {
  expect(toResourceLink({ mailbox: "box", messageId: "m1" })).toEqual({
    ...{ type: "resource_link", name: "mail", uri: "frontdesk://mail/box/m1", mimeType: "text/plain" },
  });
});

test("the reason why a mail cannot be read is logged without the key, and not sent", async () => {
  const { key } = settings;
  const send = async () => Promise.reject(new Error(`The header ${key} is wrong.`));
  const uri = "frontdesk://mail/linked/m1";
  const { error, logs } = await ask({ method: "resources/read", params: { uri } }, { send });
  expect(error).toBe(`Resource not found: ${uri}`);
  expect(logs).toEqual([expect.stringContaining("The header")]);
  expect(logs[0]).not.toContain(key);
});
