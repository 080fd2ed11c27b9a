import { expect, test } from "vitest";
import { createMetrics } from "../src/metrics.ts";

const lineOf = (text: string, start: string) => text.split("\n").find((line) => line.startsWith(start));

test("durations in milliseconds are shown in seconds", async () => {
  const metrics = createMetrics();
  metrics.recordRequest("getAccount", 200, 1_500);
  metrics.recordRequest("getAccount", 200, 1_500);
  metrics.recordRequest("getAccount", 404, 20_000);
  metrics.recordMail("stored", 250);
  metrics.recordWake(2_000);
  metrics.recordCommit(4);
  const text = await metrics.text();
  for (const line of [
    'frontdesk_http_request_seconds_sum{operation="getAccount",status="200"} 3',
    'frontdesk_http_request_seconds_count{operation="getAccount",status="200"} 2',
    'frontdesk_http_request_seconds_count{operation="getAccount",status="404"} 1',
    'frontdesk_http_request_seconds_bucket{le="10",operation="getAccount",status="404"} 0',
    'frontdesk_http_request_seconds_bucket{le="25",operation="getAccount",status="404"} 1',
    "frontdesk_mail_intake_seconds_sum 0.25",
    "frontdesk_wake_seconds_sum 2",
    "frontdesk_commit_seconds_sum 0.004",
  ])
    expect(lineOf(text, line)).toBe(line);
  expect(metrics.contentType).toContain("text/plain; version=0.0.4");
  expect(text).toContain("process_cpu_seconds_total");
});

test("each outcome is counted under its name, and only stored mail has a duration", async () => {
  const metrics = createMetrics();
  metrics.recordMail("stored", 10);
  metrics.recordMail("failed", 10);
  metrics.recordMail("failed", 10);
  metrics.recordRejectedMail("too_large");
  metrics.recordSms(3, 2);
  metrics.recordSms(1, 0);
  const text = await metrics.text();
  for (const line of [
    'frontdesk_mails_total{outcome="stored"} 1',
    'frontdesk_mails_total{outcome="failed"} 2',
    "frontdesk_mail_intake_seconds_count 1",
    'frontdesk_mails_rejected_total{reason="too_large"} 1',
    'frontdesk_sms_total{outcome="stored"} 4',
    'frontdesk_sms_total{outcome="duplicate"} 2',
  ])
    expect(lineOf(text, line)).toBe(line);
});

test("gauges are read on request, each under its own label", async () => {
  const metrics = createMetrics();
  const held = { mail: 1, sms: 2 };
  metrics.addGauge("pending_waits", { channel: "mail" }, () => held.mail);
  metrics.addGauge("pending_waits", { channel: "sms" }, () => held.sms);
  metrics.addGauge("tunnels", {}, () => 7);
  await metrics.text();
  held.mail = 5;
  const text = await metrics.text();
  for (const line of [
    'frontdesk_pending_waits{channel="mail"} 5',
    'frontdesk_pending_waits{channel="sms"} 2',
    "frontdesk_tunnels 7",
  ])
    expect(lineOf(text, line)).toBe(line);
});

test("each metric of the server has its name, its type, its unit and a sentence that says what it counts", async () => {
  const text = await createMetrics().text();
  const described = text.split("\n").flatMap((line) => /^# (?:HELP|TYPE) frontdesk_(.*)$/.exec(line)?.[1] ?? []);
  expect(described).toEqual([
    "http_request_seconds Time from API requests to their responses, including long polls",
    "http_request_seconds histogram",
    "mail_intake_seconds Time from the end of a mail's data to its 250",
    "mail_intake_seconds histogram",
    "wake_seconds Time from a message's commit to the response of a pending long poll",
    "wake_seconds histogram",
    "commit_seconds Time of a storage commit",
    "commit_seconds histogram",
    "mails_total Mails received by SMTP",
    "mails_total counter",
    "mails_rejected_total Recipients and mails that SMTP rejected",
    "mails_rejected_total counter",
    "sms_total SMS messages pushed by phones",
    "sms_total counter",
    "pending_waits Pending waits (long polls)",
    "pending_waits gauge",
    "tunnels Tunnels connected to this server",
    "tunnels gauge",
  ]);
});

test("the durations of commits and of responses to waits are counted in steps of their size", async () => {
  const metrics = createMetrics();
  for (const milliseconds of [0.5, 3, 60, 6_000]) metrics.recordCommit(milliseconds);
  metrics.recordRequest("getRecentMail", 200, 60_000);
  const text = await metrics.text();
  const counted = (name: string) =>
    [...text.matchAll(new RegExp(`^frontdesk_${name}_seconds_bucket\\{le="([^"]+)".*\\} (\\d+)$`, "gm"))].map(
      ([, limit, count]) => `${limit}: ${count}`,
    );
  const steps = ["0.0005", "0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.25", "1", "5"];
  expect(counted("commit")).toEqual(
    [...steps, "+Inf"].map((limit, at) => `${limit}: ${[1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4][at]}`),
  );
  expect(counted("http_request")).toEqual([...steps, "10", "25", "50"].map((limit) => `${limit}: 0`).concat("+Inf: 1"));
});

test("two servers of one process have counts of their own", async () => {
  const [first, second] = [createMetrics(), createMetrics()];
  first.recordMail("stored", 10);
  expect(lineOf(await first.text(), "frontdesk_mails_total")).toBe('frontdesk_mails_total{outcome="stored"} 1');
  expect(lineOf(await second.text(), "frontdesk_mails_total")).toBeUndefined();
});
