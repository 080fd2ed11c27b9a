import type { OutgoingMail, OutgoingRawMail, OutgoingSms, ProviderOutlet } from "../../src/providers/outgoing.ts";
import type { Provider, ProviderRequest } from "../../src/providers/provider.ts";
import { findRoute } from "../../src/providers/routes.ts";
import type { Verification } from "../../src/store/verifications.ts";

/** Time of the outlet's clock. */
const now = Date.UTC(2026, 0, 1, 12);
/** The verification that the outlet starts and checks, with the fields of the request. */
const verification: Verification = {
  id: `07${"a".repeat(30)}`,
  service: "",
  to: "",
  channel: "sms",
  code: "369385",
  sends: 1,
  failures: 0,
  created: now - 1_000,
  expires: now + 1_000,
};

interface Delivered {
  mails: OutgoingMail[];
  rawMails: (Omit<OutgoingRawMail, "raw"> & { raw: string })[];
  sms: OutgoingSms[];
  starts: Parameters<ProviderOutlet["startVerification"]>[0][];
  checks: Parameters<ProviderOutlet["checkVerification"]>[0][];
}

interface CallOptions {
  /** Thrown for each mail after the first. */
  failure?: Error;
  /** Yields the bytes of a raw mail. @default the text itself */
  readBytes?: ProviderRequest["readBytes"];
  /** Returns the text of a header. @default the text itself */
  readHeader?: ProviderRequest["readHeader"];
}

/** Calls a provider's route with a body that was read already, and records what it delivers. Nothing is stored. */
export async function callRoute(
  provider: Provider,
  path: string,
  body: unknown,
  { failure, readBytes = readText, readHeader = (value) => value }: CallOptions = {},
) {
  const delivered: Delivered = { mails: [], rawMails: [], sms: [], starts: [], checks: [] };
  const outlet: ProviderOutlet = {
    async sendMail(mail) {
      if (failure && delivered.mails.length > 0) throw failure;
      delivered.mails.push(mail);
    },
    async sendRawMail({ raw, ...mail }) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of raw) chunks.push(chunk);
      delivered.rawMails.push({ ...mail, raw: Buffer.concat(chunks).toString() });
    },
    sendSms: async (sms) => void delivered.sms.push(sms),
    async startVerification(start) {
      delivered.starts.push(start);
      const { service, to, channel } = start;
      return { ...verification, service, to, channel, code: start.code ?? verification.code };
    },
    async checkVerification(check) {
      delivered.checks.push(check);
      return { status: "approved", verification };
    },
    now: () => now,
  };
  const match = findRoute(provider, path)!;
  const reply = await match.route.respond(
    {
      path: match.path,
      headers: new Headers(),
      body,
      readText: (value) => value,
      readHeader,
      readBytes,
    },
    outlet,
  );
  return { reply, ...delivered };
}

async function* readText(value: string) {
  yield Buffer.from(value);
}
