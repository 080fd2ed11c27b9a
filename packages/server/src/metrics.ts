import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
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
  const requests = new Counter({
    name: "frontdesk_http_requests_total",
    help: "Finished API requests",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "frontdesk_http_request_seconds",
    help: "Time from a request to its answer; held waits included",
    labelNames: ["operation"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  });
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
  // Finding a series by its labels costs more than counting in it.
  const seriesByName = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<string> }>();
  return {
    request(operation, status, milliseconds) {
      const name = `${operation} ${status}`;
      let series = seriesByName.get(name);
      if (!series) {
        series = { count: requests.labels(operation, `${status}`), duration: durations.labels(operation) };
        seriesByName.set(name, series);
      }
      series.count.inc();
      series.duration.observe(milliseconds / 1000);
    },
    mail: (outcome) => mails.inc({ outcome }, 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
