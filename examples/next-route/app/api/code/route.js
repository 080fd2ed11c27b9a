import { openMailbox, WaitTimeoutError } from "@frontdesk/sdk";

// Each request waits for a mail of its own.
export const dynamic = "force-dynamic";

/** Answers with the next code that is mailed to the mailbox whose key the environment has. */
export async function POST(request) {
  const mailbox = openMailbox({ baseUrl: process.env.FRONTDESK_URL, key: process.env.FRONTDESK_MAILBOX });
  try {
    const { code } = await mailbox.waitForCode({ lookback: 60_000, timeout: 20_000, signal: request.signal });
    return Response.json({ code });
  } catch (error) {
    if (error instanceof WaitTimeoutError) return Response.json({ message: error.message }, { status: 504 });
    throw error;
  }
}
