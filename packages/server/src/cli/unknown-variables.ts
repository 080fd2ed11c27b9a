import { closestWord } from "@frontdesk/basics";

/** Variables of the commands for holders of a key, of the SDK and of the tests' fixtures. */
const otherVariables = [
  "URL",
  "KEY",
  "KEY_FILE",
  "SMS_TOKEN",
  "TUNNEL_TOKEN",
  "TUNNEL_TOKEN_FILE",
  "MAILBOX",
  "MAILBOX_KEY",
];
/** What the MCP package reads, and what Kubernetes sets in every container beside a service named `frontdesk`. */
const foreignVariables = /^FRONTDESK_MCP_|_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;

/**
 * Returns a warning for each variable `FRONTDESK_…` that nothing reads: a misspelt or renamed one would otherwise leave its
 * setting at the default without a word. Values are not repeated.
 */
export function toUnknownVariableWarnings(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  const known = [
    ...settings.flatMap((name) => [name, `${name}_FILE`]),
    ...otherVariables.map((name) => `FRONTDESK_${name}`),
  ];
  return Object.keys(env)
    .filter(
      (name) => name.startsWith("FRONTDESK_") && env[name] && !known.includes(name) && !foreignVariables.test(name),
    )
    .map(
      (name) => `${name} is no variable of Frontdesk and is ignored. The nearest one is ${closestWord(name, known)}.`,
    );
}
