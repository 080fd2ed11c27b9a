import { McpServer } from "@modelcontextprotocol/server";
import { expect, test, vi } from "vitest";
import { buildServer } from "../../src/serve/build-server.ts";
import { toInstructions } from "../../src/serve/instructions.ts";
import { createSkills } from "../../src/state/skill.ts";
import { createState } from "../../src/state/state.ts";
import { connectClient, type ServerMessage } from "../connect-client.ts";
import { readSettings } from "../read-settings.ts";

/** The result of a request to a local server. */
async function ask(method: string, params: object = {}) {
  const state = { ...createState(readSettings([], {})), skill: () => "# The skill" };
  const server = buildServer(state, () => {});
  const answer = await new Promise<ServerMessage>((resolve) => {
    void connectClient(server, resolve).then((say) => say({ id: 1, method, params }));
  });
  await server.close();
  return answer.result ?? answer.error;
}

test("a person finds two prompts in the menu, each with one argument", async () => {
  const required = true;
  expect(await ask("prompts/list")).toEqual({
    prompts: [
      {
        ...{ name: "verify_signup", title: "Verify a sign-up" },
        description: "Sign up at a site with a fresh mail address and its code",
        arguments: [{ name: "site", description: "Address of the site", required }],
      },
      {
        ...{ name: "expose_port", title: "Expose a local port" },
        description: "Put a local port under a public address",
        arguments: [{ name: "port", description: "The local port", required }],
      },
    ],
  });
});

test.each([
  [
    "verify_signup",
    { site: "shop.example" },
    "Sign up at shop.example. Make an address with mailbox_register, use it in the form, get the code with mail_wait_code, finish, and delete the mailbox.",
  ],
  [
    "expose_port",
    { port: "3000" },
    "Put local port 3000 under a public address: subdomain_list or subdomain_register, tunnel_start, check that the URL responds, and tell me the URL. It is public; stop it with tunnel_stop when I say so.",
  ],
])("the prompt %s with %j names the tools in their order", async (name, args, text) => {
  expect(await ask("prompts/get", { name, arguments: args })).toEqual({
    messages: [{ role: "user", content: { type: "text", text } }],
  });
});

test("the skill is the only resource in the list", async () => {
  const { resources } = (await ask("resources/list")) as { resources: { uri: string }[] };
  expect(resources).toEqual([
    {
      ...{ name: "svc-tunnel", uri: "skill://svc-tunnel/SKILL.md", mimeType: "text/markdown" },
      ...{ title: "Skill: codes and tunnels", description: "How to use Frontdesk, with the commands" },
    },
  ]);
  const [{ uri }] = resources as [{ uri: string }];
  expect(await ask("resources/read", { uri })).toMatchObject({
    contents: [{ uri, mimeType: "text/markdown", text: "# The skill" }],
  });
});

test("the skill is loaded with its first read, and once for a connection", async () => {
  const load = vi.fn(() => "# The skill");
  const server = new McpServer({ name: "t", version: "1" }, { capabilities: { resources: {} } });
  createSkills(load).attach(server);
  const answers: object[] = [];
  const say = await connectClient(server, (message) => void answers.push(message));
  expect(load).not.toHaveBeenCalled();
  const params = { uri: "skill://svc-tunnel/SKILL.md" };
  for (const id of [1, 2]) say({ id, method: "resources/read", params });
  await expect.poll(() => answers).toHaveLength(2);
  expect(load).toHaveBeenCalledOnce();
  await server.close();
});

test("the instructions name the tools in their order, and warn of what strangers write", async () => {
  const texts = [false, true].map((isRemote) => toInstructions({ isRemote }));
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot("instructions.txt");
});

test.each([
  ["verify_signup", "site"],
  ["expose_port", "port"],
])("the prompt %s without its argument names it: %s", async (name, argument) => {
  expect(await ask("prompts/get", { name, arguments: {} })).toMatchObject({
    message: `Invalid arguments for prompt ${name}: Invalid key: Expected "${argument}" but received undefined`,
  });
});

test("another skill than that of Frontdesk is not found", async () => {
  const uri = "skill://other/SKILL.md";
  expect(await ask("resources/read", { uri })).toMatchObject({ message: `Resource not found: ${uri}` });
  expect(await ask("skills/get", { uri })).toMatchObject({ message: `No skill is served at ${uri}` });
});
