import { randomInt } from "node:crypto";
import { Resend } from "resend";

// RESEND_API_KEY
const resend = new Resend();
const codes = new Map<string, string>();

/** Mails a code to the person who signs up. */
export async function POST(request: Request): Promise<Response> {
  const { email } = (await request.json()) as { email: string };
  const code = String(randomInt(100_000, 1_000_000));
  codes.set(email, code);
  const { error } = await resend.emails.send({
    from: "Shop <hello@shop.example>",
    to: email,
    subject: "Welcome",
    html: `<p>Your verification code is <b>${code}</b>.</p>`,
  });
  if (error) return Response.json({ error: error.name }, { status: 422 });
  return Response.json({ sent: true });
}

/** Takes the code that was mailed, once. */
export async function PUT(request: Request): Promise<Response> {
  const { email, code } = (await request.json()) as { email: string; code: string };
  const isRight = codes.get(email) === code;
  if (isRight) codes.delete(email);
  return Response.json({ signedUp: isRight });
}
