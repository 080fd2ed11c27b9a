import type { Snippet } from "../ui/snippets.tsx";
import { type Document, type KeyKind, mailType, type Operation, type OperationBody } from "./document.ts";
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
  const { key, body, method } = operation;
  const url = server + examplePath(operation);
  if (key === "smsGateSignature") return toSignedCurl(url, body);
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(key ? [`-H "Authorization: Bearer $${keyVariables[key]}"`] : []),
    ...(body ? toCurlBody(body) : []),
  ].join(" \\\n  ");
}

/** Returns the path and query of the operation with example values. */
function examplePath(operation: Operation): string {
  let { path } = operation;
  for (const [name, value] of Object.entries(exampleParameters(operation, "path")))
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(exampleParameters(operation, "query")).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * Returns commands that sign a request like the SMSGate app, with HMAC-SHA256 over the body and the timestamp. With `-r`,
 * openssl prints the digest first and a file name after a space, which `cut` drops.
 */
function toSignedCurl(url: string, body: Operation["body"]): string {
  return [
    `body=${quoteForShell(JSON.stringify(body?.example ?? {}))}`,
    "time=$(date +%s)",
    `sign=$(printf %s "$body$time" | openssl dgst -sha256 -hmac "$FRONTDESK_SMS_TOKEN" -r | cut -d' ' -f1)`,
    `curl -X POST "${url}" \\`,
    `  -H "X-Timestamp: $time" -H "X-Signature: $sign" \\`,
    `  -H "Content-Type: application/json" -d "$body"`,
  ].join("\n");
}

/** Returns the arguments of curl for the body: a mail from a file, or the example as JSON. */
function toCurlBody({ type, example = {} }: OperationBody): string[] {
  if (type === mailType) return [`-H "Content-Type: ${mailType}"`, "--data-binary @mail.eml"];
  return [`-H "Content-Type: application/json"`, `-d ${quoteForShell(JSON.stringify(example))}`];
}

/** Quotes an argument for a POSIX shell. A single quote in it ends the quotation, is escaped, and starts it again. */
const quoteForShell = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;

/** How the SDK creates each object (handle) whose methods `sdkLines` call, by the variable that holds it there. */
const handles: Record<string, { open: string; keyVariable: string }> = {
  frontdesk: { open: "createFrontdesk", keyVariable: keyVariables.agentKey },
  mailbox: { open: "openMailbox", keyVariable: keyVariables.mailboxToken },
  inbox: { open: "openSmsInbox", keyVariable: keyVariables.smsToken },
};

/**
 * Returns TypeScript that calls the operation. If the SDK's high-level API covers it, `sdkLines` has the call, and this puts the creation
 * of its object (handle) before it; else the low-level client makes the call.
 */
function toSdk(operation: Operation, document: Document): string {
  if (operation.key === "smsGateSignature")
    return "// The app signs its requests itself; programs use `inbox.push()` instead.";
  const lines = sdkLines[operation.id];
  // The variable of the handle: `mailbox` in `const { code } = await mailbox.waitForCode();`.
  const [, variable = ""] = /await (\w+)\./.exec(lines ?? "") ?? [];
  const handle = handles[variable];
  if (!lines || !handle) return toLowLevelSdk(operation, document);
  return [
    `import { ${handle.open} } from "@frontdesk/sdk";\n`,
    `const ${variable} = ${handle.open}({ baseUrl: "${document.server}", key: process.env.${handle.keyVariable}! });`,
    lines,
  ].join("\n");
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
  const keySource = key ? `process.env.${keyVariables[key]}!` : "null";
  const call = `client.${method}("${path}"${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
  return [
    'import { createClient, unwrap } from "@frontdesk/sdk";\n',
    `const client = createClient({ baseUrl: "${server}", key: ${keySource} });`,
    `const response = await unwrap(${call});`,
  ].join("\n");
}

/** Formats a value as a TypeScript literal on one line, with unquoted property names: `{ limit: 10 }`. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, " ")
    .replace(/"([a-z_]\w*)":/gi, "$1:");
}
