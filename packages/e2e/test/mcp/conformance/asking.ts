import {
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as v from "valibot";
import { toUncheckedSchema } from "../../../../mcp/src/calls/schema.ts";
import { description } from "./content.ts";

/** What a tool that asks more than once remembers between its rounds. */
export interface State {
  round: number;
}

const ask = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });
const confirm = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});
const sample = (text: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens });

/** Tools that ask the client for something before they can answer. */
export function askingTools(server: McpServer, codec: RequestStateCodec<State>): void {
  /** Asks until each key has its answer, then says what was answered. */
  function asks(
    name: string,
    requests: InputRequests,
    { sealed = false, input = v.strictObject({}) as v.GenericSchema } = {},
  ) {
    server.registerTool(name, { description, inputSchema: toUncheckedSchema(input) }, async (_args, ctx) => {
      if (Object.keys(requests).every((key) => isAnswered(ctx, key))) return say(ctx, Object.keys(requests));
      const requestState = sealed ? { requestState: await codec.mint({ round: 1 }) } : {};
      return inputRequired({ inputRequests: requests, ...requestState });
    });
  }
  const name = ask("What is your name?", "name");
  const roots = inputRequired.listRoots();
  asks("test_input_required_result_elicitation", { user_name: name });
  asks("test_input_required_result_sampling", { capital_question: sample("What is the capital of France?") });
  asks("test_input_required_result_list_roots", { client_roots: roots });
  asks("test_input_required_result_request_state", { confirm }, { sealed: true });
  asks("test_input_required_result_tampered_state", { confirm }, { sealed: true });
  asks(
    "test_input_required_result_multiple_inputs",
    { user_name: name, greeting: sample("Generate a greeting", 50), client_roots: roots },
    { sealed: true },
  );
  asks("test_missing_capability", { capital_question: sample("What is the capital of France?") });
  asks("test_streaming_elicitation", { user_name: name });
  asks("test_sampling", { answer: sample("Say hello") }, { input: v.object({ prompt: v.string() }) });
  asks("test_elicitation", { answer: ask("Who are you?", "username") }, { input: v.object({ message: v.string() }) });
  asks("test_elicitation_sep1034_defaults", {
    answer: inputRequired.elicit({ message: "Check", requestedSchema: defaults }),
  });
  asks("test_elicitation_sep1330_enums", {
    answer: inputRequired.elicit({ message: "Choose", requestedSchema: choices }),
  });

  server.registerTool(
    "test_input_required_result_multi_round",
    { description, inputSchema: empty },
    async (_args, ctx) => {
      const { round = 0 } = ctx.mcpReq.requestState<State>() ?? {};
      if (round === 2 && isAnswered(ctx, "step2")) return say(ctx, ["step2"]);
      const next = round >= 1 && isAnswered(ctx, "step1") ? 2 : 1;
      const request =
        next === 1 ? ask("Step 1: What is your name?", "name") : ask("Step 2: What is your favorite color?", "color");
      return inputRequired({
        inputRequests: { [`step${next}`]: request },
        requestState: await codec.mint({ round: next }),
      });
    },
  );

  server.registerTool("test_input_required_result_capabilities", { description, inputSchema: empty }, (_args, ctx) => {
    // Nothing may be asked that the client has not declared.
    const declared = server.server.getClientCapabilities() ?? {};
    const requests: InputRequests = {
      ...(declared.elicitation ? { user_name: name } : {}),
      ...(declared.sampling ? { capital_question: sample("What is the capital of France?") } : {}),
    };
    const answered = Object.keys(requests).every((key) => isAnswered(ctx, key));
    return answered ? say(ctx, Object.keys(requests)) : inputRequired({ inputRequests: requests });
  });
}

const empty = toUncheckedSchema(v.strictObject({}));
const defaults = {
  type: "object" as const,
  properties: {
    name: { type: "string" as const, default: "John Doe" },
    age: { type: "integer" as const, default: 30 },
    score: { type: "number" as const, default: 95.5 },
    status: { type: "string" as const, enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean" as const, default: true },
  },
};
const plain = ["option1", "option2", "option3"];
const titled = plain.map((_each, index) => ({ const: `value${index + 1}`, title: `Option ${index + 1}` }));
const choices = {
  type: "object" as const,
  properties: {
    untitledSingle: { type: "string" as const, enum: plain },
    titledSingle: { type: "string" as const, oneOf: titled },
    legacyEnum: { type: "string" as const, enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
    untitledMulti: { type: "array" as const, items: { type: "string" as const, enum: plain } },
    titledMulti: { type: "array" as const, items: { anyOf: titled } },
  },
};

function isAnswered(ctx: ServerContext, key: string): boolean {
  return inputResponse(ctx.mcpReq.inputResponses, key).kind !== "missing";
}

function say(ctx: ServerContext, keys: string[]) {
  const answers = keys.map((key) => JSON.stringify(inputResponse(ctx.mcpReq.inputResponses, key)));
  return { content: [{ type: "text" as const, text: `state-ok ${answers.join(" ")}` }] };
}
