import type { VerificationStore } from "../store/verifications.ts";
import type { Address } from "./addresses.ts";

/** A mail that an app sends through a provider. Attachments are dropped before. */
export interface OutgoingMail {
  from: Address;
  to: readonly Address[];
  cc?: readonly Address[];
  bcc?: readonly Address[];
  replyTo?: readonly Address[];
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  headers?: readonly (readonly [name: string, value: string])[];
}

/** A complete mail in MIME, with its recipients. */
export interface OutgoingRawMail {
  sender: string;
  recipients: readonly string[];
  raw: AsyncIterable<Uint8Array>;
}

/** An SMS that an app sends through a provider. */
export interface OutgoingSms {
  /** The recipient's number, as `isPhoneNumber` accepts it. */
  to: string;
  sender: string;
  body: string;
}

/** Delivers what a provider's route has read, within the access of its caller. Resolves when it is durable. */
export interface ProviderOutlet {
  sendMail(mail: OutgoingMail): Promise<void>;
  sendRawMail(mail: OutgoingRawMail): Promise<void>;
  sendSms(sms: OutgoingSms): Promise<void>;
  startVerification(options: Parameters<VerificationStore["start"]>[1]): ReturnType<VerificationStore["start"]>;
  checkVerification(
    options: Omit<Parameters<VerificationStore["check"]>[1], "isVisible">,
  ): ReturnType<VerificationStore["check"]>;
  now(): number;
}
