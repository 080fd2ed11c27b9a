import * as v from "valibot";
import { parameters } from "../calls/parameters.ts";
import { defineTool } from "../calls/tool.ts";

const { authenticator, authenticatorName, otpauthUri } = parameters;

export const authenticatorTools = [
  defineTool({
    name: "authenticator_register",
    title: "Register authenticator",
    description:
      "Registers the second factor of an app from the otpauth:// URI that its set-up page shows. Returns its name; the secret cannot be read back. Undo: a person deletes it in the dashboard.",
    toolset: "authenticators",
    scope: "authenticator:create",
    effect: "adds",
    input: { name: v.optional(authenticatorName), uri: otpauthUri },
    output: { authenticator: v.string(), issuer: v.string() },
    listTool: "account_whoami",
    /** Registers an authenticator by its `otpauth:` URI. */
    async run({ name, uri }, { frontdesk }) {
      const settings = name === undefined ? { uri } : { uri, name };
      const registered = await frontdesk.authenticators.register(settings);
      return { facts: { authenticator: registered.name, issuer: registered.issuer ?? "" } };
    },
  }),
  defineTool({
    name: "authenticator_code",
    title: "Get authenticator code",
    description:
      "Returns a one-time code of an authenticator. Waits up to one period (mostly 30 seconds) if the current code ends too soon or was returned before.",
    toolset: "authenticators",
    scope: "authenticator:read",
    effect: "reads",
    idempotent: false,
    input: { authenticator },
    output: { code: v.string(), validSeconds: v.number() },
    /** Returns the current code of an authenticator and the seconds for which it is valid. */
    async run({ authenticator }, { frontdesk, signal }) {
      const opened = await frontdesk.authenticators.open(authenticator);
      const { code, validFor } = await opened.code({ signal });
      return { facts: { code, validSeconds: validFor } };
    },
  }),
];
