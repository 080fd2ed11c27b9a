import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What `/metrics` shows, and where it is counted. Times are in milliseconds. */
export interface Metrics {
  recordRequest(operation: string, status: number, milliseconds: number): void;
  /** A mail that was read to its end, and how long storing it took. */
  recordMail(outcome: "stored" | "failed", milliseconds: number): void;
  recordRejectedMail(reason: string): void;
  /** Texts of one push. */
  recordSms(stored: number, duplicates: number): void;
  /** From a delivery's commit to the answer of a wait that it ends. */
  recordWake(milliseconds: number): void;
  recordCommit(milliseconds: number): void;
  /** What is looked at when someone asks. */
  addGauge(name: "pending_waits" | "tunnels", labels: Record<string, string>, look: () => number): void;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

/** Bounds in seconds. */
const quick = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const held = [...quick, 10, 25, 50];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ["operation", "status"];
  const requests = new Histogram({
    name: "frontdesk_http_request_seconds",
    help: "Time from API requests to their answers; held waits included",
    labelNames,
    registers,
    buckets: held,
  });
  // Finding its labels would cost a request more than counting it does.
  const known = new Map<string, { observe(seconds: number): void }>();
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `frontdesk_${name}_seconds`, help, registers, buckets: quick });
  const intake = histogram("mail_intake", "Time from the end of a mail's data to its 250");
  const wakes = histogram("wake", "Time from a delivery's commit to the answer of a held wait");
  const commits = histogram("commit", "Time that the storage takes for a commit");
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name: `frontdesk_${name}_total`, help, labelNames: [label], registers });
  const mails = counter("mails", "Mails taken by SMTP", "outcome");
  const refused = counter("mails_refused", "Recipients and mails that SMTP refused", "reason");
  const texts = counter("texts", "Texts pushed by phones", "outcome");
  const looks = new Map<string, [labels: Record<string, string>, look: () => number][]>();
  const gauge = (name: string, help: string, labels: string[]) =>
    new Gauge({
      name: `frontdesk_${name}`,
      help,
      labelNames: labels,
      registers,
      collect() {
        for (const [own, look] of looks.get(name) ?? []) this.set(own, look());
      },
    });
  gauge("pending_waits", "Pending waits (long polls)", ["channel"]);
  gauge("tunnels", "Tunnels open on this server now", []);

  return {
    recordRequest(operation, status, milliseconds) {
      const key = operation + status;
      let of = known.get(key);
      if (of === undefined) {
        of = requests.labels(operation, String(status));
        known.set(key, of);
      }
      of.observe(milliseconds / 1000);
    },
    recordMail(outcome, milliseconds) {
      mails.inc({ outcome }, 1);
      if (outcome === "stored") intake.observe(milliseconds / 1000);
    },
    recordRejectedMail: (reason) => refused.inc({ reason }, 1),
    recordSms(stored, duplicates) {
      texts.inc({ outcome: "stored" }, stored);
      texts.inc({ outcome: "duplicate" }, duplicates);
    },
    recordWake: (milliseconds) => wakes.observe(milliseconds / 1000),
    recordCommit: (milliseconds) => commits.observe(milliseconds / 1000),
    addGauge: (name, labels, look) => void looks.set(name, [...(looks.get(name) ?? []), [labels, look]]),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
