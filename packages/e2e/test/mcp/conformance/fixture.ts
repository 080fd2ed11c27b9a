import {
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import * as v from "valibot";
import { toUncheckedSchema } from "../../../../mcp/src/calls/schema.ts";
import { askingTools, type State } from "./asking.ts";
import { bytes, contentTools, description } from "./content.ts";

const codec = createRequestStateCodec<State>({ key: "a key that only this fixture knows, and no one else" });

/** A server with the tools that the conformance suite asks for, on the same wiring as the real one. */
export function buildFixture(notify: { toolsChanged(): void; promptsChanged(): void }): McpServer {
  const server = new McpServer(
    { name: "fixture", version: "1.0.0" },
    {
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
      },
      requestState: { verify: codec.verify },
    },
  );
  contentTools(server);
  askingTools(server, codec);
  const done = { content: [{ type: "text" as const, text: "Done." }] };
  const inputSchema = toUncheckedSchema(v.strictObject({}));
  server.registerTool("test_trigger_tool_change", { description, inputSchema }, () => {
    notify.toolsChanged();
    return done;
  });
  server.registerTool("test_trigger_prompt_change", { description, inputSchema }, () => {
    notify.promptsChanged();
    return done;
  });
  attachFixtureResources(server);
  attachFixturePrompts(server);
  return server;
}

function attachFixtureResources(server: McpServer): void {
  const text = (uri: string, body: string) => ({ contents: [{ uri, mimeType: "text/plain", text: body }] });
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, () =>
    text("test://static-text", "This is the content of the static text resource."),
  );
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, () => ({
    contents: [{ uri: "test://static-binary", mimeType: "image/png", blob: bytes.image }],
  }));
  server.registerResource("watched", "test://watched-resource", { mimeType: "text/plain" }, () =>
    text("test://watched-resource", "Watched."),
  );
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }],
    }),
  );
  // The SDK leaves subscriptions of 2025 to the server.
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.server.registerCapabilities({ completions: {} });
  server.server.setRequestHandler("completion/complete", ({ params }) => {
    const values = ["paris", "park", "party"].filter((each) => each.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

function attachFixturePrompts(server: McpServer): void {
  const say = (text: string) => ({ role: "user" as const, content: { type: "text" as const, text } });
  const given = (description: string) => v.pipe(v.string(), v.description(description));
  server.registerPrompt("test_simple_prompt", { description: "A prompt" }, () => ({
    messages: [say("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with arguments",
      argsSchema: toUncheckedSchema(v.object({ arg1: given("First"), arg2: given("Second") })),
    },
    ({ arg1, arg2 }) => ({ messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    {
      description: "A prompt with a resource",
      argsSchema: toUncheckedSchema(v.object({ resourceUri: given("Which") })),
    },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: {
              uri: String(resourceUri),
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        say("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "A prompt with an image" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: bytes.image, mimeType: "image/png" } },
      say("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", { description: "A prompt that asks" }, (ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, "user_context");
    if (answer.kind === "elicit") return { messages: [say(`Context: ${String(answer.content?.context)}`)] };
    const requestedSchema = {
      type: "object" as const,
      properties: { context: { type: "string" as const } },
      required: ["context"],
    };
    const inputRequests: InputRequests = {
      user_context: inputRequired.elicit({ message: "What context should the prompt use?", requestedSchema }),
    };
    return inputRequired({ inputRequests });
  });
}
