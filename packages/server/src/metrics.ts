import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Services } from "./context.ts";

/** What `/metrics` shows, and where it is counted. */
export interface Metrics {
  request(operation: string, status: number, milliseconds: number): void;
  mail(outcome: "stored" | "failed"): void;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics({ mail, sms }: Pick<Services, "mail" | "sms">): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted in plain numbers and handed over when someone looks: a request should not pay for its own statistics.
  const totals = new Map<string, { operation: string; status: number; count: number; seconds: number }>();
  const counter = (name: string, help: string, of: "count" | "seconds") =>
    new Counter({
      name,
      help,
      labelNames: ["operation", "status"],
      registers: [registry],
      collect() {
        this.reset();
        for (const { operation, status, ...values } of totals.values()) this.inc({ operation, status }, values[of]);
      },
    });
  counter("frontdesk_http_requests_total", "Finished API requests", "count");
  counter(
    "frontdesk_http_request_seconds_total",
    "Time from requests to their answers; held waits included",
    "seconds",
  );
  const mails = new Counter({
    name: "frontdesk_mails_total",
    help: "Mails taken by SMTP",
    labelNames: ["outcome"],
    registers: [registry],
  });
  new Gauge({
    name: "frontdesk_waits_held",
    help: "Waits held now",
    labelNames: ["channel"],
    registers: [registry],
    collect() {
      this.set({ channel: "mail" }, mail.held());
      this.set({ channel: "sms" }, sms.held());
    },
  });
  return {
    request(operation, status, milliseconds) {
      const key = operation + status;
      const total = totals.get(key);
      if (total) {
        total.count++;
        total.seconds += milliseconds / 1000;
      } else {
        totals.set(key, { operation, status, count: 1, seconds: milliseconds / 1000 });
      }
    },
    mail: (outcome) => mails.inc({ outcome }, 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
