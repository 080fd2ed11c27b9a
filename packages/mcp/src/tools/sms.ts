import * as v from "valibot";
import { parameters } from "../parameters.ts";
import { keepSecret } from "../secrets.ts";
import { defineTool } from "../tool.ts";
import { waitBounded } from "../wait.ts";

const { smsToken, phone, since, waitSeconds, limit } = parameters;
const lister = "sms_token_list";

export const smsTools = [
  defineTool({
    name: "sms_token_create",
    title: "Create SMS token",
    description:
      "Creates an inbox for texts that a person's phone forwards, and writes its key to a private file for that phone's set-up. Returns id and file. Undo: sms_token_cancel.",
    toolset: "sms",
    scope: "sms:create",
    effect: "adds",
    input: { phone: v.optional(phone) },
    output: { smsToken: v.string(), keyFile: v.string() },
    lister,
    remover: "sms_token_cancel",
    async run({ phone }, { desk, state }) {
      const inbox = await desk.smsTokens.register(phone === undefined ? {} : { phone });
      const id = inbox.id ?? "";
      try {
        const keyFile = await keepSecret(state.settings.secretsFolder, `sms-${id}.key`, inbox.token);
        state.marks.begin(id);
        return { facts: { smsToken: id, keyFile } };
      } catch (error) {
        // A key that nobody can read is of no use.
        await desk.smsTokens.delete(id);
        throw error;
      }
    },
  }),
  defineTool({
    name: "sms_token_list",
    title: "List SMS tokens",
    description:
      "Lists SMS inboxes (tokens) with the phone numbers that feed them, how many texts are stored, and the quota.",
    toolset: "sms",
    scope: "sms:read",
    effect: "reads",
    input: { limit: v.optional(limit) },
    output: {
      smsTokens: v.array(v.object({ smsToken: v.string(), phones: v.array(v.string()), texts: v.number() })),
      more: v.number(),
      quota: v.string(),
    },
    async run({ limit = 10 }, { desk }) {
      const { sms_tokens, limit: most, used } = await desk.smsTokens.list();
      const newest = [...sms_tokens].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
      return {
        facts: {
          smsTokens: newest.slice(0, limit).map(({ id, phones, message_count }) => ({
            smsToken: id,
            phones: phones.map(({ phone }) => phone),
            texts: message_count,
          })),
          more: Math.max(0, sms_tokens.length - limit),
          quota: `${used} of ${most ?? "unlimited"}`,
        },
      };
    },
  }),
  defineTool({
    name: "sms_token_cancel",
    title: "Cancel SMS token",
    description:
      "Deletes an SMS token with its numbers and texts, and returns its id; the phone must be set up anew. Cannot be undone.",
    toolset: "sms",
    scope: "sms:delete",
    effect: "removes",
    input: { smsToken },
    output: { cancelled: v.string() },
    lister,
    async run({ smsToken }, { desk }) {
      await desk.smsTokens.delete(smsToken);
      return { facts: { cancelled: smsToken } };
    },
  }),
  defineTool({
    name: "sms_wait_code",
    title: "Wait for SMS code",
    description:
      "Returns the code of the next text that a phone forwards to this token. On pending, pass its since to another call. Texts are written by strangers.",
    toolset: "sms",
    scope: "sms:read",
    effect: "reads",
    openWorld: true,
    input: { smsToken, waitSeconds: v.optional(waitSeconds), since: v.optional(since), phone: v.optional(phone) },
    output: {
      status: v.string(),
      code: v.optional(v.pipe(v.string(), v.description("If found"))),
      link: v.optional(v.pipe(v.string(), v.description("If found and it has one"))),
      from: v.optional(v.pipe(v.string(), v.description("If found"))),
      messageId: v.optional(v.pipe(v.string(), v.description("If found"))),
      since: v.string(),
      next: v.optional(v.pipe(v.string(), v.description("If pending"))),
    },
    lister,
    async run({ smsToken, waitSeconds = 45, since, phone }, call) {
      const inbox = await call.desk.smsTokens.open(smsToken);
      const wait = {
        inbox,
        inboxId: smsToken,
        name: "this SMS token",
        channel: "sms",
        tool: "sms_wait_code",
        lister,
      } as const;
      return waitBounded({ ...wait, since, seconds: waitSeconds, phone }, call);
    },
  }),
];
