import { randomInt } from "node:crypto";
import type { Output } from "@frontdesk/contract";
import type { Forwarder, ForwarderTarget } from "../sms/forwarders/forwarder.ts";
import { callApi } from "./call-api.ts";

/** The server's response to the app, and the messages that the SMS inbox then has. */
export type SampleResult = Output<"pushSms"> & Pick<Output<"getRecentSms">, "messages">;

/** Number of the phone's first SIM card. */
const FIRST_SIM = 1;

/**
 * Sends an SMS message to the server as the app would, and reads it back.
 *
 * @throws CommandError with the server's error if it rejects the message
 */
export async function sendSampleSms(
  forwarder: Forwarder,
  target: ForwarderTarget,
  { sender, body }: { sender: string; body?: string },
): Promise<SampleResult> {
  // The cursor before the message, to read afterwards only what it added.
  const { cursor } = await readRecent(target, "n=1");
  const text = body ?? `Your Frontdesk test code is ${randomInt(100_000, 1_000_000)}.`;
  const { url, ...request } = forwarder.toRequest(target, {
    sender,
    body: text,
    receivedAt: Date.now(),
    sim: FIRST_SIM,
  });
  const pushed = (await callApi(url, { method: "POST", ...request })) as Output<"pushSms">;
  const { messages } = await readRecent(target, new URLSearchParams({ after: cursor }).toString());
  const { stored, duplicates, phones, token_full } = pushed;
  return { stored, duplicates, phones, token_full, messages };
}

/** Reads the SMS inbox with the SMS key, like a program that waits for codes. */
async function readRecent({ url, token }: ForwarderTarget, query: string): Promise<Output<"getRecentSms">> {
  const headers = { authorization: `Bearer ${token}` };
  return (await callApi(`${url}/svc-api/sms/recent?${query}`, { headers })) as Output<"getRecentSms">;
}
