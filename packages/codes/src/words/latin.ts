import type { Words } from "./kinds.ts";

/** Languages in Latin, Cyrillic, Greek, Georgian and Armenian letters. */
export const latin: Words = {
  strong: [
    "otp|otps|totp|smsotp|eotp|tac|!tan|mtan|smstan|login number|security number",
    "one time|one-time|onetime|verification n|einmal",
    "passcode|-tan",
  ],
  code: [
    "chod|pin|pins|tpin|mpin|nip|token|pwd|login key|access key|activation key|security key|klic|" +
      "mot de passe|chave|geslo|sandi|kata laluan|mat khau|ma otp|ma sms|ma so|la ma|" +
      "msimbo|nambari|lambar|nenosiri|neno la siri",
    "cod|pin n|pin-n|code n|lykilor|contrasen|contrasin|senha|clave|parol|parool|hasl|hesl|lozink|sifr|jelsz|salas|slaptazod|" +
      "fjalekalim|pasahitz|suntimatik|gagtnab|kupia|nuuc|ramz|ma xac|ma kich|ma dang|ma bao|ma cua|tangalt",
    "code|kod|kood|koad|khod|khow|kaod|schlussel|passwor|kennwort|losenord|wachtwoord|passord",
  ],
  verify: [
    "log in|sign in|sign-in|signin|2fa|sms|connexion|xac thuc|xac minh|xac nhan|dang nhap|masuk",
    "verif|logg|reset|recover|potvr|potwierd|podtver|weryfik|vhod|dogrula|onay|epaliteu",
    "confirm|autent|authent|autori|activ|aktiv|identi|login|secur|anmeld|bestatig|bekraft|bekreft|" +
      "hitelesit|megerosit|vahvist",
  ],
  other: [
    "area|country|dress|tax|status|error|exit|zone|sort|booking|post|pos|posta|zip|qr|source|swift|bic|" +
      "ifsc|service",
    "prod|fiscal|purchase|reserva|client|klient|erreur|osibk|bled|hata|musteri|barra|identifier|prenotaz|postal|postov|posens|pocztow|pasto|tahudr|track|ship|invit|shop",
    "postleit|fehler|fout|kunden|klant",
  ],
  goods: [
    "win|won|checkout|referral|% off|sconto|giam gia|khuyen mai|diskon|pickup|pick-up|pick up|locker|delivery|" +
      "odbior|odbioru|colis|relais|retrait|vydaci|vidaci|dema|pengambilan",
    "promo|collect|reward|coupon|kupon|cupo|voucher|gift|claim|prize|winn|korting|descuen|descon|regal|reducer|znizk|" +
      "slev|zlav|popust|kedvezm|atlaid|nuolaid|indirim|endirim|skidk|ekpto|parcel|package|paket|pakke|paczk|" +
      "zasilk|zasiel|balik|vyzved|vydej|prevz|preuzim|posilj|csomag|nyitok|encomend|colet|posylk|pratk|" +
      "parala|siunt|atsiem|sutij|uksek|kargo|teslim",
    "discount|rabat|gutschein|gewinn|alennus|abhol|afhaal|ophaal|hamt|oppnings|afhen|hentek|lokero|nouto|" +
      "pakomat|pakiaut",
  ],
  share: [
    "ask for|anyone|nadie|nikomu|nikome|jaa|ndani|chia se|cung cap|berikan|usishiriki",
    "shar|deel d|deel j|del den|del ik|disclos|reveal|divulg|weiterg|mitteil|niemand|communiqu|partag|compart|condivid|comuni|udostepn|" +
      "podaw|megoszt|neizpau|paylas|kims|soobsa|moira|gauziar|bagi|beritahu|kongsi",
    "sdel|zdiel|senki|atskleis",
  ],
  label: [
    "ticket|flight|vuelo|a/c|ac|acc|acct|ending|ends|ref|reference|trx|upi|id|no|nr|c|br|tel|helpline|hotline|" +
      "amount|amt|from|tai khoan|tk|rek|goi|lh|betrag|commande|gd",
    "account|card|cart|kart|kort|txn|transa|order|invoic|num|call|telef|telep|phone|bal|total|date|konto|" +
      "rachun|cuenta|saldo|zakaz|zamow|objedn|pedido|bestell|faktur|factur|rechnung",
    "nummer|zvonit",
  ],
  unit: ["min|mins|am|pm|km", "minu|sec|hour"],
  money: ["usd|eur|gbp|inr|rs|npr|aed|rp|vnd|tl|uah|pln|zl|czk|kc|huf|ft|lei|sek|nok|dkk|kr|tk", "rub|euro"],
  enter: [
    "enter|use|type|entrez|vul|nhap ma|geben sie|gib|skriv inn|ange|tastati|syota|wpisz|nhap|masukkan",
    "escrib|saisi|ingres|introdu|digit|inser|insir|indtast|zadejt|zadajt|unesit|girin|kullan|vvedi",
  ],
  expire: ["", "valid|expir|gultig"],
  link:
    "is|are|as|be|est|ist|lautet|es|e|to|jest|brzmi|je|er|este|eshte|yra|ir|einai|adalah|ialah|ni|dir|la|" + "yw|estas",
  not: [
    "reference code|transaction code|txn code|order code|ticket code|xcode",
    "skod|szkod|kodak|kodeks|codec|codesh|tokeniz",
    "mukod|decod|encod|unicod|barcod|zipcod|postcod|vscode|qrcod|qr-cod",
  ],
};
