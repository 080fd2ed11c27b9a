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
