import type { Input } from "@frontdesk/contract";

type Event = Input<"pushFromSmsGate">["body"];
type SmsGateMessage = Pick<
  NonNullable<Event["payload"]>,
  "sender" | "phoneNumber" | "recipient" | "simNumber" | "message" | "receivedAt"
>;

/** Converts a webhook event of the app SMSGate to a push of SMS. Events without an SMS become an empty push. */
export function fromSmsGate(
  { event, payload }: Event,
  { phone, phone2 }: Input<"pushFromSmsGate">["query"],
): Input<"pushSms">["body"] {
  return {
    messages: messagesOf(event, payload).map(
      ({ sender, phoneNumber: senderInOlderVersions, recipient, simNumber, message, receivedAt }: SmsGateMessage) => {
        const numberInUrl = simNumber === 2 && phone2 ? phone2 : phone;
        return {
          // The app omits the recipient if the SIM does not store its number.
          phone: recipient || numberInUrl || null,
          sender: sender || senderInOlderVersions || "",
          body: message ?? "",
          received_at: receivedAt ?? null,
        };
      },
    ),
  };
}

/** Returns the SMS messages of an event: one, several of a batch, or none for other events. */
function messagesOf(event: Event["event"], payload: Event["payload"]): SmsGateMessage[] {
  // Without a payload it is a message without fields, which the push rejects.
  if (event === "sms:received") return [payload ?? {}];
  if (event === "sms:batch:received") return payload?.messages ?? [];
  return [];
}
