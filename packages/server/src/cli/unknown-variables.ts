import { closestWord } from "@frontdesk/basics";

/** Variables of the client commands, the SDK and test fixtures. */
const clientVariables = [
  "URL",
  "KEY",
  "KEY_FILE",
  "SMS_TOKEN",
  "TUNNEL_TOKEN",
  "TUNNEL_TOKEN_FILE",
  "MAILBOX",
  "MAILBOX_KEY",
];
/** Variables of the MCP package, and those that Kubernetes sets for a service named `frontdesk`. */
const mcpOrKubernetesVariable = /^FRONTDESK_MCP_|_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;

/**
 * Returns a warning for each unknown variable `FRONTDESK_…`. A misspelt one would otherwise silently leave its setting at the
 * default. Warnings do not contain values.
 */
export function toUnknownVariableWarnings(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  // `…_FILE` names a file with the setting's value. The MCP package has variables of its own, and Kubernetes sets some for a service
  // named `frontdesk`.
  const known = [
    ...settings.flatMap((name) => [name, `${name}_FILE`]),
    ...clientVariables.map((name) => `FRONTDESK_${name}`),
  ];
  const isKnown = (name: string) => known.includes(name) || mcpOrKubernetesVariable.test(name);
  return Object.keys(env)
    .filter((name) => name.startsWith("FRONTDESK_") && env[name] && !isKnown(name))
    .map((name) => `${name} is not a variable of Frontdesk and is ignored. Did you mean ${closestWord(name, known)}?`);
}
