import { document } from "@frontdesk/contract/document";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

// openapi.yaml has this form; `npm run lint` checks it.
const { schemas } = document.components as { schemas: Record<string, Schema> };

/** Renders the page of webhook payloads from the schemas of the messages that they carry. */
export function toWebhookPayloadPage(): string {
  return `${banner}# Webhook payload

A webhook is a \`POST\` with a JSON body of three fields. How to register one and verify it: [Webhooks](../how-to/webhooks.md).

${toTable(
  ["field", "type", "meaning"],
  [
    [toCode("type"), "`mail.received`, `sms.received` or `webhook.test`", "What happened"],
    [toCode("timestamp"), "time", "When the message was stored, RFC 3339 in UTC"],
    [toCode("data"), "object", "The message, as the API returns it with `full=true`"],
  ],
)}

| header | value |
|---|---|
| \`webhook-id\` | id of the message, the same in each attempt |
| \`webhook-timestamp\` | seconds since 1970 of this attempt |
| \`webhook-signature\` | \`v1,\` and the Base64 of the HMAC-SHA256 of \`<id>.<timestamp>.<body>\` |

## mail.received

\`data\` has \`mailbox_id\` and these fields:

${toFields("Email")}

## sms.received

\`data\` has \`sms_id\` and these fields:

${toFields("Sms")}

## Codes and links

Each code in \`codes\`:

${toFields("Code")}

Each link in \`links\`:

${toFields("Link")}
`;
}

function toFields(name: string): string {
  const { properties = {}, required = [] } = schemas[name] ?? {};
  const rows = Object.entries(properties).map(([field, schema]) => [
    toCode(field),
    toType(schema),
    required.includes(field) ? "always" : "",
    toProse(resolve(schema).description ?? ""),
  ]);
  return toTable(["field", "type", "present", "meaning"], rows);
}

function resolve(schema: Schema): Schema {
  return schema.$ref ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
}

function toType(schema: Schema): string {
  const { type, enum: values, items } = resolve(schema);
  if (values) return values.map(toCode).join(", ");
  return items ? `list of ${toType(items)}` : [type ?? "any"].flat().join(" or ");
}
