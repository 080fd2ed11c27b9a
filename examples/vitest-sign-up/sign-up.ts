import { createTransport } from "nodemailer";

/** The program under test: mails a code to whoever signs up, and knows whether it is brought back. */
export function createSignUp(smtp: string) {
  const [host, port] = smtp.split(":");
  const mailer = createTransport({ host, port: Number(port), ignoreTLS: true });
  const codes = new Map<string, string>();
  return {
    async begin(address: string): Promise<void> {
      const code = String(Math.floor(100_000 + Math.random() * 900_000));
      codes.set(address, code);
      const text = `Your verification code is ${code}.`;
      await mailer.sendMail({ from: "hello@shop.example", to: address, subject: "Welcome", text });
    },
    confirm: (address: string, code: string) => codes.get(address) === code,
  };
}
