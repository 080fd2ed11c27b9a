import type { Input } from "@frontdesk/contract";

type Event = Input<"pushFromSmsGate">["body"];
type Text = Pick<
  NonNullable<Event["payload"]>,
  "sender" | "phoneNumber" | "recipient" | "simNumber" | "message" | "receivedAt"
>;

/** SMSGate's event as a push of ours; events that bring no text become an empty one. */
export function fromSmsGate(
  { event, payload }: Event,
  { phone, phone2 }: Input<"pushFromSmsGate">["query"],
): Input<"pushSms">["body"] {
  const texts =
    event === "sms:received" ? [payload ?? {}] : event === "sms:batch:received" ? (payload?.messages ?? []) : [];
  return {
    messages: texts.map(({ sender, phoneNumber, recipient, simNumber, message, receivedAt }: Text) => ({
      // The app leaves the recipient out where the SIM does not hold its number.
      phone: recipient || (simNumber === 2 && phone2) || phone || null,
      sender: sender || phoneNumber || "",
      body: message ?? "",
      received_at: receivedAt ?? null,
    })),
  };
}
