import { extractCode } from "../src/index.ts";

/** How many text messages a second one core reads, and how long a text of one megabyte takes. */
const messages = [
  "123456 is your Fernhill verification code. Do not share it with anyone.",
  "Dear customer, your a/c XX4821 is debited by INR 2,150.00 on 12-03-26 at BREADLY. Avl bal INR 18,204.55. Not you? Call 1800111222.",
  "Код подтверждения: 604812. Никому не сообщайте его.",
  "【云杉】验证码：830174，5分钟内有效，请勿泄露给他人。",
  "Ihr Einmalkennwort für den Auftrag über 49,90 EUR an Möbelhaus lautet 7731. Geben Sie es nicht weiter.",
  "Your parcel 84213377 is on its way and arrives between 10:30 and 12:45. Reply STOP to end.",
  "आपका ओटीपी ५५४४३३ है। इसे किसी के साथ साझा न करें।",
  "Hi Robin, are we still on for lunch at 12 tomorrow? My new number is 555-0142.",
];

const rounds = 20_000;
for (let round = 0; round < rounds / 4; round += 1)
  extractCode(messages[round % messages.length] ?? "", { channel: "sms" });
const started = performance.now();
for (let round = 0; round < rounds; round += 1)
  extractCode(messages[round % messages.length] ?? "", { channel: "sms" });
const seconds = (performance.now() - started) / 1_000;
console.log(`${Math.round(rounds / seconds).toLocaleString("en")} SMS/s on one core`);

const paragraph = `${messages.join("\n")}\n`;
const hostile = {
  prose: paragraph.repeat(Math.ceil(1_000_000 / paragraph.length)).slice(0, 1_000_000),
  "one letter": "a".repeat(1_000_000),
  digits: "1234567 ".repeat(125_000),
  "keywords and numbers": "code 123456, ".repeat(77_000),
  dots: "a.".repeat(500_000),
  tags: `<div style="display:none">`.repeat(38_000),
};
for (const [name, text] of Object.entries(hostile)) {
  for (const format of ["text", "html"] as const) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round += 1) {
      const from = performance.now();
      extractCode(text, { format });
      best = Math.min(best, performance.now() - from);
    }
    console.log(`1 MB of ${name} as ${format}: ${best.toFixed(1)} ms`);
  }
}
