import type { Snippet } from "../ui/snippets.tsx";
import { type Document, type KeyKind, mailType, type Operation } from "./document.ts";
import { sdkLines } from "./sdk-lines.ts";

/** Environment variables that snippets read the key from. */
const keyVariables: Record<KeyKind, string> = {
  agentKey: "FRONTDESK_KEY",
  mailboxToken: "FRONTDESK_MAILBOX_KEY",
  smsToken: "FRONTDESK_SMS_TOKEN",
  smsGateSignature: "FRONTDESK_SMS_TOKEN",
};

/** Returns snippets of the same call with curl and the SDK. They contain the examples of openapi.yaml. */
export function toSnippets(operation: Operation, document: Document): Snippet[] {
  return [
    { name: "curl", code: toCurl(operation, document) },
    { name: "SDK", code: toSdk(operation, document) },
  ];
}

/** Returns example values of the required parameters, by name. Path parameters are always required. */
function exampleParameters(operation: Operation, location: "path" | "query"): Record<string, string> {
  const required = operation.parameters.filter(
    (parameter) => parameter.in === location && (location === "path" || parameter.required),
  );
  return Object.fromEntries(required.map(({ name, example }) => [name, String(example ?? name)]));
}

/** Returns a curl command with example values, which reads the key from the environment. */
function toCurl(operation: Operation, { server }: Document): string {
  let { path } = operation;
  for (const [name, value] of Object.entries(exampleParameters(operation, "path")))
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(exampleParameters(operation, "query")).toString();
  const url = `${server}${path}${query && `?${query}`}`;
  const { key, body, method } = operation;
  const isMail = body?.type === mailType;
  const json = body && !isMail && quoteForShell(JSON.stringify(body.example ?? {}));
  // SMSGate signs its requests with HMAC-SHA256 over the body and the timestamp.
  if (key === "smsGateSignature")
    return [
      `body=${json}`,
      "time=$(date +%s)",
      `sign=$(printf %s "$body$time" | openssl dgst -sha256 -hmac "$FRONTDESK_SMS_TOKEN" -r | cut -d' ' -f1)`,
      `curl -X POST "${url}" \\`,
      `  -H "X-Timestamp: $time" -H "X-Signature: $sign" \\`,
      `  -H "Content-Type: application/json" -d "$body"`,
    ].join("\n");
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(key ? [`-H "Authorization: Bearer $${keyVariables[key]}"`] : []),
    ...(isMail ? [`-H "Content-Type: ${mailType}"`, "--data-binary @mail.eml"] : []),
    ...(json ? [`-H "Content-Type: application/json"`, `-d ${json}`] : []),
  ].join(" \\\n  ");
}

/** Quotes an argument for a POSIX shell. A single quote in it ends the quotation, is escaped, and starts it again. */
const quoteForShell = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;

/** Returns TypeScript that calls the operation: with the SDK's high-level API if that covers it, else its low-level client. */
function toSdk(operation: Operation, document: Document): string {
  const lines = sdkLines[operation.id];
  const { server } = document;
  // The prepared lines use one of three handles, told apart by its variable.
  if (lines?.startsWith("mailbox") || lines?.includes(" mailbox."))
    return `import { openMailbox } from "@frontdesk/sdk";\n\nconst mailbox = openMailbox({ baseUrl: "${server}", key: process.env.FRONTDESK_MAILBOX_KEY! });\n${lines}`;
  if (lines?.includes(" inbox."))
    return `import { openSmsInbox } from "@frontdesk/sdk";\n\nconst inbox = openSmsInbox({ baseUrl: "${server}", key: process.env.FRONTDESK_SMS_TOKEN! });\n${lines}`;
  if (lines)
    return `import { createFrontdesk } from "@frontdesk/sdk";\n\nconst frontdesk = createFrontdesk({ baseUrl: "${server}", key: process.env.FRONTDESK_KEY! });\n${lines}`;
  if (operation.key === "smsGateSignature")
    return "// The app signs its requests itself; programs use `inbox.push()` instead.";
  return toLowLevelSdk(operation, document);
}

/** Returns a call of the low-level client with example parameters and body. */
function toLowLevelSdk(operation: Operation, { server }: Document): string {
  const { key, method, path, body } = operation;
  const [pathParameters, query] = [exampleParameters(operation, "path"), exampleParameters(operation, "query")];
  const params = {
    ...(Object.keys(pathParameters).length > 0 ? { path: pathParameters } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
  };
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${toLiteral(params)}`] : []),
    ...(body ? [`body: ${toLiteral(body.example ?? {})}`] : []),
  ];
  const call = `client.${method}("${path}"${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
  return [
    'import { createClient, unwrap } from "@frontdesk/sdk";\n',
    `const client = createClient({ baseUrl: "${server}", key: ${key ? `process.env.${keyVariables[key]}!` : "null"} });`,
    `const response = await unwrap(${call});`,
  ].join("\n");
}

/** Formats a value as a TypeScript literal on one line, with unquoted property names: `{ limit: 10 }`. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, " ")
    .replace(/"([a-z_]\w*)":/gi, "$1:");
}
