import { operations } from "../src/generated/operations.ts";
import type { OperationId } from "../src/handlers.ts";
import { type Offer, surfaces } from "../src/surfaces/surfaces.ts";

const intro = `# Operations and where they are offered

<!-- Generated from packages/contract/src/surfaces/ by \`npm run gen\`. Do not edit. -->

Each operation of the HTTP API, with its method of the [SDK](../packages/sdk.md), its [MCP tool](../how-to/mcp.md#tools), its command after
\`frontdesk\` and its view of the [dashboard](../how-to/dashboard.md). A number stands for the reason why one is missing. SDK methods are those of
\`createFrontdesk()\`; \`Mailbox\`, \`SmsInbox\` and \`Authenticator\` are its handles. The commands \`key …\` talk to the server process beside
them instead of the HTTP API.
`;

/** Renders docs/reference/operations.md: the table, and the reasons for its gaps. */
export function toSurfacePage(): string {
  const reasons: string[] = [];
  const toCell = (offer: Offer, isCode = true): string => {
    if (!("reason" in offer)) return offer.map((name) => (isCode ? `\`${name}\`` : name)).join(", ");
    if (!reasons.includes(offer.reason)) reasons.push(offer.reason);
    return `[${reasons.indexOf(offer.reason) + 1}](#reasons)`;
  };
  // Object.entries forgets what the keys are.
  const rows = (Object.keys(operations) as OperationId[]).map((id) => {
    const { method, path } = operations[id];
    const { sdk, tool, command, dashboard } = surfaces[id];
    const shownPath = path.replace("/svc-api/", "");
    const cells = [`\`${method} ${shownPath}\``, toCell(sdk), toCell(tool), toCell(command), toCell(dashboard, false)];
    return `| ${cells.join(" | ")} |`;
  });
  const table = ["| operation | SDK | tool | command | dashboard |", "| --- | --- | --- | --- | --- |", ...rows];
  const list = reasons.map((reason, index) => `${index + 1}. ${reason}`);
  return `${[intro, ...table, "", "## Reasons", "", ...list].join("\n")}\n`;
}
