import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Records and exports the server's metrics. All times are milliseconds. */
export interface Metrics {
  /** Records an API request with the status of its response and its duration. */
  recordRequest(operation: string, status: number, milliseconds: number): void;
  /** Records a mail that was received completely, with the time it took to store it. */
  recordMail(outcome: "stored" | "failed", milliseconds: number): void;
  /** Counts a rejected recipient or mail. */
  recordRejectedMail(reason: string): void;
  /** Records the messages of one SMS push. */
  recordSms(stored: number, duplicates: number): void;
  /** Records the time from a message's commit to the response of a long poll that waited for it. */
  recordWake(milliseconds: number): void;
  /** Records the duration of a storage commit. */
  recordCommit(milliseconds: number): void;
  /** Adds a value that is read whenever metrics are requested. Values of the same name have different labels. */
  addGauge(name: "pending_waits" | "tunnels", labels: Record<string, string>, read: () => number): void;
  /** Returns all metrics in the Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

/** Histogram buckets in seconds. */
const shortBuckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const longPollBuckets = [...shortBuckets, 10, 25, 50];

/** Creates metrics with their own registry, so that several servers in one process do not share counts. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ["operation", "status"];
  const requestDurations = new Histogram({
    name: "frontdesk_http_request_seconds",
    help: "Time from API requests to their responses, including long polls",
    labelNames,
    registers,
    buckets: longPollBuckets,
  });
  // Cached, because looking up labels costs more than recording.
  const histogramsByLabels = new Map<string, { observe(seconds: number): void }>();
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `frontdesk_${name}_seconds`, help, registers, buckets: shortBuckets });
  const storingDurations = histogram("mail_intake", "Time from the end of a mail's data to its 250");
  const wakes = histogram("wake", "Time from a message's commit to the response of a pending long poll");
  const commits = histogram("commit", "Time of a storage commit");
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name: `frontdesk_${name}_total`, help, labelNames: [label], registers });
  const mails = counter("mails", "Mails received by SMTP", "outcome");
  const rejected = counter("mails_rejected", "Recipients and mails that SMTP rejected", "reason");
  const sms = counter("sms", "SMS messages pushed by phones", "outcome");
  const gauges = new Map<string, [labels: Record<string, string>, read: () => number][]>();
  /** Registers a gauge. Its values are read when the metrics are requested, from the functions that `addGauge` has added. */
  function registerGauge(name: string, help: string, labelNames: string[]): void {
    new Gauge({
      name: `frontdesk_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const [labels, read] of gauges.get(name) ?? []) this.set(labels, read());
      },
    });
  }
  registerGauge("pending_waits", "Pending waits (long polls)", ["channel"]);
  registerGauge("tunnels", "Tunnels connected to this server", []);

  return {
    /** Records the duration of a request. Remembers the labelled histogram, because looking it up is slow. */
    recordRequest(operation, status, milliseconds) {
      const key = operation + status;
      let histogram = histogramsByLabels.get(key);
      if (histogram === undefined) {
        histogram = requestDurations.labels(operation, String(status));
        histogramsByLabels.set(key, histogram);
      }
      histogram.observe(milliseconds / 1000);
    },
    /** Counts a mail by its outcome. Records the duration only of a mail that was stored. */
    recordMail(outcome, milliseconds) {
      mails.inc({ outcome }, 1);
      if (outcome === "stored") storingDurations.observe(milliseconds / 1000);
    },
    recordRejectedMail: (reason) => rejected.inc({ reason }, 1),
    /** Counts the SMS of one push: those that were stored, and those that were pushed again. */
    recordSms(stored, duplicates) {
      sms.inc({ outcome: "stored" }, stored);
      sms.inc({ outcome: "duplicate" }, duplicates);
    },
    recordWake: (milliseconds) => wakes.observe(milliseconds / 1000),
    recordCommit: (milliseconds) => commits.observe(milliseconds / 1000),
    addGauge: (name, labels, read) => void gauges.set(name, [...(gauges.get(name) ?? []), [labels, read]]),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
