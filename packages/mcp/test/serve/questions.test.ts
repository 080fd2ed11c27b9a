import { expect, test } from "vitest";
import { buildServer } from "../../src/serve/build-server.ts";
import { toInstructions } from "../../src/serve/instructions.ts";
import { createState } from "../../src/state/state.ts";
import { connectClient, type ServerMessage } from "../connect-client.ts";
import { readSettings } from "../read-settings.ts";

const subdomain = { id: "s1", name: "demo", domain: "demo.t.example", url: "https://demo.t.example", online: false };
const send = async ({ url }: Request) =>
  Response.json(
    url.includes("/account")
      ? { success: true, account: {}, agent_token: { scopes: null } }
      : { success: true, subdomains: [{ ...subdomain, created_at: "", token: "svc_1" }] },
  );

/** What a client with these capabilities is sent when it would show a port that nobody has allowed. */
async function showPort(capabilities: object) {
  const settings = readSettings([], { FRONTDESK_KEY: "svcagt_TestTestTestTestTestTest1234" });
  const server = buildServer({ ...createState(settings), send }, () => {});
  const sent: ServerMessage[] = [];
  const say = await connectClient(server, (message) => void sent.push(message));
  const clientInfo = { name: "t", version: "1" };
  say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities, clientInfo } });
  await expect.poll(() => sent.length).toBe(1);
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/call", params: { name: "tunnel_start", arguments: { subdomain: "demo", port: 80 } } });
  await expect.poll(() => sent.length).toBe(2);
  const question = sent[1];
  if (question?.method !== undefined) {
    say({ id: question.id, result: { action: "accept", content: { allow: false } } });
    await expect.poll(() => sent.length).toBe(3);
  }
  await server.close();
  return { welcome: sent[0], question, answer: sent.at(-1) };
}

const refused = (message: string) => ({
  ...{ jsonrpc: "2.0", id: 2 },
  result: expect.objectContaining({
    isError: true,
    structuredContent: {
      ...{ code: "port_not_allowed", message },
      next: "tunnel_start (again once the user has allowed it)",
    },
  }),
});

test("a client that can ask its user is given the question, and the answer decides", async () => {
  const { question, answer } = await showPort({ elicitation: {} });
  expect(question).toMatchObject({
    method: "elicitation/create",
    params: {
      message: "May the agent show local port 80 to everybody at https://demo.t.example?",
      requestedSchema: {
        type: "object",
        properties: { allow: { type: "boolean", title: "Allow" } },
        required: ["allow"],
      },
    },
  });
  expect(answer).toEqual(refused("The user does not allow port 80 to be shown."));
});

test.each([{}, { sampling: {} }, { roots: {} }])(
  "a client with %j is told what its user can do",
  async (capabilities) => {
    const { question, answer } = await showPort(capabilities);
    expect(question).toBe(answer);
    expect(answer).toEqual(
      refused(
        "Port 80 is not among those that tunnels may show. Ask the user to start this MCP server with --allow-port 80.",
      ),
    );
  },
);

test("a client learns that the lists of tools never change, and the instructions", async () => {
  const { welcome } = await showPort({});
  expect(welcome?.result).toEqual({
    protocolVersion: "2025-06-18",
    serverInfo: { name: "frontdesk", title: "Frontdesk", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    instructions: toInstructions({ isRemote: false }),
    capabilities: expect.objectContaining({ tools: { listChanged: false } }),
  });
});
