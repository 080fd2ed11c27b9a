import type { Snippet } from "../ui/snippets.tsx";
import type { Document, KeyKind, Operation } from "./document.ts";
import { sdkLines } from "./sdk-lines.ts";

const variables: Record<KeyKind, string> = {
  agentKey: "FRONTDESK_KEY",
  mailboxToken: "FRONTDESK_MAILBOX_KEY",
  smsToken: "FRONTDESK_SMS_TOKEN",
  smsGateSignature: "FRONTDESK_SMS_TOKEN",
};

/** The same call in curl and by the SDK, with the contract's own examples in it. */
export function toSnippets(operation: Operation, document: Document): Snippet[] {
  return [
    { name: "curl", code: toCurl(operation, document) },
    { name: "SDK", code: toSdk(operation, document) },
  ];
}

function exampleOf(operation: Operation, where: "path" | "query") {
  return operation.parameters
    .filter((parameter) => parameter.in === where && (where === "path" || parameter.required))
    .map(({ name, example }) => [name, String(example ?? name)] as const);
}

function toCurl(operation: Operation, { server }: Document): string {
  let { path } = operation;
  for (const [name, value] of exampleOf(operation, "path")) path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(exampleOf(operation, "query").map(([name, value]) => [name, value])).toString();
  const url = `${server}${path}${query && `?${query}`}`;
  const { key, body, method } = operation;
  const json = body && JSON.stringify(body.example ?? {});
  if (key === "smsGateSignature")
    return [
      `body='${json}'`,
      "time=$(date +%s)",
      `sign=$(printf %s "$body$time" | openssl dgst -sha256 -hmac "$FRONTDESK_SMS_TOKEN" -r | cut -d' ' -f1)`,
      `curl -X POST "${url}" \\`,
      `  -H "X-Timestamp: $time" -H "X-Signature: $sign" \\`,
      `  -H "Content-Type: application/json" -d "$body"`,
    ].join("\n");
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(key ? [`-H "Authorization: Bearer $${variables[key]}"`] : []),
    ...(json ? [`-H "Content-Type: application/json"`, `-d '${json}'`] : []),
  ].join(" \\\n  ");
}

/** One line where the SDK has one; else its typed low level, which has every path. */
function toSdk(operation: Operation, { server }: Document): string {
  const lines = sdkLines[operation.id];
  const { key, method, path, body } = operation;
  if (lines?.startsWith("mailbox") || lines?.includes(" mailbox."))
    return `import { openMailbox } from "@frontdesk/sdk";\n\nconst mailbox = openMailbox({ baseUrl: "${server}", key: process.env.FRONTDESK_MAILBOX_KEY! });\n${lines}`;
  if (lines?.includes(" inbox."))
    return `import { openSmsInbox } from "@frontdesk/sdk";\n\nconst inbox = openSmsInbox({ baseUrl: "${server}", key: process.env.FRONTDESK_SMS_TOKEN! });\n${lines}`;
  if (lines)
    return `import { createFrontdesk } from "@frontdesk/sdk";\n\nconst frontdesk = createFrontdesk({ baseUrl: "${server}", key: process.env.FRONTDESK_KEY! });\n${lines}`;
  if (key === "smsGateSignature") return "// The app signs its requests itself; programs push by `inbox.push()`.";
  const params = {
    ...toObject("path", exampleOf(operation, "path")),
    ...toObject("query", exampleOf(operation, "query")),
  };
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${toLiteral(params)}`] : []),
    ...(body ? [`body: ${toLiteral(body.example ?? {})}`] : []),
  ];
  const call = `client.${method}("${path}"${options.length > 0 ? `, { ${options.join(", ")} }` : ""})`;
  return [
    'import { createClient, unwrap } from "@frontdesk/sdk";\n',
    `const client = createClient({ baseUrl: "${server}", key: ${key ? `process.env.${variables[key]}!` : "null"} });`,
    `const answer = await unwrap(${call});`,
  ].join("\n");
}

function toObject(name: string, entries: readonly (readonly [string, string])[]) {
  return entries.length > 0 ? { [name]: Object.fromEntries(entries) } : {};
}

/** JSON as people write it in TypeScript. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, " ")
    .replace(/"([a-z_]\w*)":/gi, "$1:");
}
