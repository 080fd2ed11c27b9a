import { expect, it } from "vitest";
import { extractLink, extractLinks } from "../src/all.ts";

const url = "https://mill.example/d/Zk3Qx9LmPv7RtY2aWc8N";
const mail = (text: string, label: string) => `<p>${text}</p><p><a href="${url}">${label}</a></p>`;

it.each([
  ["Your invoice is ready.", "View invoice"],
  ["Your receipt for October is here.", "View receipt"],
  ["Ihre Rechnung für Oktober liegt bereit.", "Rechnung ansehen"],
  ["Votre facture est disponible.", "Voir la facture"],
  ["Tu factura de octubre ya está disponible.", "Ver factura"],
  ["La tua fattura di ottobre è pronta.", "Vedi fattura"],
  ["Ekim ayı faturanız hazır.", "Faturayı görüntüle"],
])("the link to an invoice is not one to verify with, even without an amount: %s", (text, label) => {
  expect(extractLink(mail(text, label), { format: "html", subject: "The mill" })).toBeNull();
});

it("several amounts make a link to verify with less likely than a single one", () => {
  const confidence = (text: string) =>
    extractLinks(mail(`Please confirm your address. ${text}`, "Confirm"), { format: "html", subject: "The mill" })[0]
      ?.confidence ?? 0;
  expect(confidence("Joining costs €12, later €14.")).toBeLessThan(confidence("Joining costs €12."));
});

it.each([
  ["Welcome to the mill. Your account is ready.", "Open your account"],
  ["Click below to sign in and see your invoice.", "View invoice"],
  ["Before we ship it, please confirm your order.", "Confirm order"],
  ["Ben invites you to the reading room.", "Accept"],
  ["Ihr Konto ist eingerichtet.", "Zum Konto"],
  ["Voici votre lien.", "Continuer"],
])("a link made for the reader alone is the one to follow: %s", (text, label) => {
  expect(extractLink(mail(text, label), { format: "html", subject: "The mill" })).toBe(url);
});
