import { createMetrics } from "../../../server/src/metrics.ts";
import { banner, toCode, toTable } from "./markdown.ts";

/** Labels by metric, as a server sets them. */
type Labels = Record<string, Set<string>>;

/** Renders the page of the server's metrics from what an exporter without any traffic prints. */
export async function toMetricsPage(): Promise<string> {
  const metrics = createMetrics();
  // A metric shows its labels only with a value.
  metrics.recordRequest("getAccount", 200, 1);
  metrics.recordMail("stored", 1);
  metrics.recordRejectedMail("unknown_mailbox");
  metrics.recordSms(1, 1);
  metrics.addGauge("pending_waits", { channel: "mail" }, () => 0);
  metrics.addGauge("tunnels", {}, () => 0);
  const text = await metrics.text();
  const labels = readLabels(text);
  const rows = [...text.matchAll(/^# HELP (frontdesk_\w+) (.*)\n# TYPE \S+ (\w+)$/gm)].map(
    ([, name = "", help = "", kind = ""]) => [
      toCode(name),
      kind,
      [...(labels[name] ?? [])].map(toCode).join(", "),
      help,
    ],
  );
  return `${banner}# Metrics

\`GET /metrics\` on the admin listener (\`--admin-port\`) returns the metrics in Prometheus' text format. With \`--public-metrics\` the
public port serves them too. No metric or label contains an address, a name or a message.

${toTable(["metric", "type", "labels", "meaning"], rows)}

A histogram has \`_bucket\`, \`_sum\` and \`_count\`, in seconds. \`operation\` is an \`operationId\` of the API. Beside these, the
default metrics of Node.js are there (\`process_…\`, \`nodejs_…\`).

Health for probes: \`/healthz\` on the public port; \`/healthz/live\` and \`/healthz/ready\`, with the cause, on the admin listener.
`;
}

function readLabels(text: string): Labels {
  const labels: Labels = {};
  for (const [, series = "", list = ""] of text.matchAll(/^(frontdesk_\w+)\{(.*)\} /gm)) {
    const name = series.replace(/_(?:bucket|sum|count)$/, "");
    labels[name] ??= new Set();
    for (const [, label = ""] of list.matchAll(/(\w+)="/g)) if (label !== "le") labels[name].add(label);
  }
  return labels;
}
