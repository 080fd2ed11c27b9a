import type { Words } from "./kinds.ts";

/** Languages in Latin, Cyrillic, Greek, Georgian and Armenian letters. */
export const latin: Words = {
  strong:
    "*otp|otps|one time*|one-time*|onetime*|*passcode*|tac|!tan|mtan|smstan|*-tan|login number|verification n*|security number|einmal*",
  code:
    "*code*|*kod*|cod*|*kood*|*koad*|chod|*khod*|*khow*|*kaod*|pin|pins|tpin|mpin|nip|token|pwd|login key|access key|activation key|security key|*schlussel|klic|" +
    "*passwor*|*kennwort*|wachtwoord|passord|*losenord*|lykilor*|mot de passe|contrasen*|contrasin*|senha*|clave*|chave|parol*|parool*|" +
    "hasl*|hesl*|geslo|lozink*|sifr*|jelsz*|salas*|slaptazod*|fjalekalim*|pasahitz*|suntimatik*|gagtnab*|kupia*|nuuc*|ramz*|" +
    "sandi|kata laluan|mat khau|ma xac*|ma otp|ma sms|ma so|ma kich*|ma dang*|ma bao*|ma cua*|la ma|msimbo|nambari|lambar|tangalt*|nenosiri|neno la siri",
  verify:
    "verif*|*confirm*|*autent*|*authent*|*autori*|*activ*|*aktiv*|*identi*|*login*|log in|sign in|sign-in|signin|logg*|" +
    "*secur*|2fa|reset*|recover*|sms|*anmeld*|*bestatig*|*bekraft*|*bekreft*|" +
    "connexion|potvr*|potwierd*|podtverz*|weryfik*|vhod*|*hitelesit*|*megerosit*|*vahvist*|" +
    "dogrula*|onay*|epaliteu*|xac thuc|xac minh|xac nhan|dang nhap|masuk",
  other:
    "area|country|dress|tax|status|error|exit|zone|sort|product*|fiscal*|purchase*|booking|reserva*|prenotaz*|referral|" +
    "post|postal*|*postleit*|zip|qr|track*|ship*|source|swift|bic|ifsc|checkout|invit*|service|shop*|reward*|off",
  goods:
    "promo*|*discount*|coupon*|kupon*|cupo*|voucher*|gift*|claim*|prize*|win|won|winn*|*rabat*|*gutschein*|*gewinn*|korting*|" +
    "descuen*|descon*|regal*|reducer*|sconto|znizk*|slev*|zlav*|popust*|kedvezm*|*alennus*|" +
    "atlaid*|nuolaid*|indirim*|endirim*|skidk*|ekpto*|giam gia|khuyen mai|diskon|" +
    "collect|collection|pickup|pick-up|pick up|parcel*|package*|locker|delivery|paket*|pakket*|pakke*|*abhol*|*afhaal*|*ophaal*|*hamt*|*oppnings*|*afhen*|*hentek*|" +
    "odbior|odbioru|paczk*|zasilk*|zasiel*|balik*|vyzved*|vydej*|prevz*|preuzim*|posilj*|csomag*|nyitok*|colis|relais|retrait|encomend*|colet*|" +
    "*lokero*|*nouto*|posylk*|vydaci|vidaci|pratk*|dema|parala*|siunt*|atsiem*|sutij*|*pakomat*|*pakiaut*|uksek*|kargo*|teslim*|pengambilan",
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
    "zakaz*|zamow*|objedn*|commande|pedido*|bestell*|faktur*|factur*|rechnung*|ma gd|gd|ma giao dich",
  unit: "min|mins|minu*|sec*|hour*|am|pm|km",
  money: "usd|eur|gbp|inr|rs|npr|aed|rp|vnd|!try|tl|rub*|uah|pln|zl|czk|kc|huf|ft|lei|sek|nok|dkk|kr|tk|euro*",
  enter:
    "enter|use|type|escrib*|geben sie|gib|saisi*|ingres*|introdu*|digit*|inser*|insir*|skriv inn|indtast*|ange|tastati|syota|zadejt*|zadajt*|unesit*|" +
    "wpisz|girin*|kullan*|vvedi*|nhap|masukkan",
  expire: "valid*|expir*|gultig*|geldig*|gyldig*|wazn*|plat*|gecerli*|deistv*|berlaku*",
  link: "is|are|as|be|est|ist|lautet|es|e|to|jest|brzmi|je|er|este|eshte|yra|ir|einai|adalah|ialah|ni|dir|la|yw|estas",
  not: "skod*|szkod*|kodak*|kodeks*|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|codec*|*vscode|*qrcod*|*qr-cod*|low-code|no-code|xcode|tokeniz*",
};
