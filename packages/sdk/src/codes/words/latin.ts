import type { Words } from "./kinds.ts";

/** Languages in Latin, Cyrillic, Greek, Georgian and Armenian letters. */
export const latin: Words = {
  strong:
    "*otp|otps|one time*|one-time*|onetime*|*passcode*|tac|!tan|mtan|*-tan|login number|verification n*|security number",
  code:
    "*code*|*kod*|*codig*|*codic*|*codi|codul*|cod|*kood*|*koad*|chod|*khodi|pin|pins|token|pwd|login key|access key|activation key|security key|" +
    "*passwor*|*kennwort*|wachtwoord|passord|*losenord*|lykilor*|mot de passe|contrasen*|contrasin*|senha*|clave*|chave|parol*|" +
    "hasl*|hesl*|geslo|lozink*|sifr*|jelsz*|salas*|slaptazod*|fjalekalim*|pasahitz*|suntimatik*|gagtnab*|kupia*|nuuc*|ramz*|" +
    "sandi|kata laluan|mat khau|ma xac*|ma otp|ma so|ma kich*|ma dang*|ma bao*|ma cua*|la ma|msimbo|nambari|nenosiri|neno la siri",
  verify:
    "verif*|*confirm*|*autent*|*authent*|*autori*|*activ*|*aktiv*|*identi*|*login*|log in|sign in|signin|logg*|" +
    "*secur*|2fa|reset*|recover*|sms|*anmeld*|*bestatig*|*bekraft*|" +
    "connexion|potvrd*|potwierd*|podtverz*|weryfik*|vhod*|*hitelesit*|*megerosit*|*vahvist*|" +
    "dogrula*|onay*|epaliteu*|xac thuc|xac minh|xac nhan|dang nhap|masuk",
  other:
    "promo*|collect*|parcel*|*discount*|coupon*|kupon*|cupo*|voucher*|gift*|referral|booking|reserv*|purchase*|claim*|area|country|post|postal*|zip|qr|track*|pickup|pick-up|pick up|" +
    "ship*|source|swift|ifsc|prize*|win*|checkout|" +
    "invit*|service|shop*|reward*|off|*rabat*|*gutschein*|*postleit*|*abhol*|*gewinn*|korting*|" +
    "descuen*|descon*|regal*|sconto|znizk*|odbior*|slev*|zlav*|popust*|kedvezm*|*alennus*|" +
    "atlaid*|nuolaid*|indirim*|endirim*|skidk*|ekptos*|giam gia|khuyen mai|diskon",
  share:
    "shar*|disclos*|reveal*|divulg*|ask for|anyone|weiterg*|mitteil*|niemand*|deel|del|" +
    "communiqu*|partag*|compart*|nadie|condivid*|comuni*|udostepn*|podaw*|nikomu|*sdel*|*zdiel*|" +
    "nikome|megoszt*|*senki*|jaa|neizpau*|*atskleis*|ndani|paylas*|kims*|soobsa*|" +
    "moira*|gauziar*|chia se|cung cap|bagi*|berikan|beritahu*|kongsi*|usishiriki",
  label:
    "ticket|a/c|ac|acc|acct|account*|card*|cart*|kart*|kort*|ending|ends|ref|reference|txn*|trx|transa*|upi|order*|invoic*|id|no|nr|num*|c|br|" +
    "call*|tel|telef*|telep*|phone*|helpline|hotline|whatsapp|amount|amt|bal*|total*|" +
    "from|date*|konto*|rachun*|cuenta*|" +
    "tai khoan|tk|rek|zvonit*|pozvonit*|goi|lh|*nummer|betrag|saldo*|" +
    "zakaz*|zamow*|objedn*|commande|pedido*|bestell*|faktur*|factur*|rechnung*|ma gd|gd|ma giao dich|" +
    "",
  unit: "min*|sec*|hour*|am|pm|km",
  money: "usd|eur|gbp|inr|rs|npr|aed|rp|vnd|!try|tl|rub*|uah|pln|zl|czk|kc|huf|ft|lei|" + "sek|nok|dkk|kr|tk|euro*",
  enter: "enter|use|type|geben sie|gib|saisi*|ingres*|introdu*|digit*|" + "wpisz|girin*|kullan*|vvedi*|nhap|masukkan",
  expire: "valid*|expir*|gultig*|geldig*|gyldig*|wazn*|plat*|gecerli*|deistv*|berlaku*",
  link: "is|are|as|be|est|ist|lautet|es|e|to|jest|brzmi|je|er|este|eshte|yra|ir|einai|adalah|ialah|ni|dir",
  not: "skod*|szkod*|kodak*|kodeks*|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|codec*|*vscode|*qrcod*|*qr-cod*|low-code|no-code|xcode|tokeniz*",
};
