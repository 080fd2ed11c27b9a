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
    "verif*|*confirm*|konfirm*|*autent*|*authent*|*autori*|authori*|*activ*|*aktiv*|*identi*|regist*|*login*|log in|log-in|sign in|sign-in|signin|sign up|logg*|logow*|" +
    "*secur*|segur*|sicur*|*sicher*|access*|acces*|2fa|2-step|two-step|two-factor|reset*|recover*|sms|*anmeld*|*bestatig*|bevestig*|inlog*|*bekraft*|*bekreft*|" +
    "connexion|connect*|potvrd*|potwierd*|podtverz*|weryfik*|over*|prihlas*|prijav*|vhod*|*hitelesit*|*megerosit*|*vahvist*|*kirjaut*|*kinnit*|apstiprin*|" +
    "patvirtin*|dogrula*|onay*|giris*|tasdi*|epaliteu*|epibebai*|dadastur*|hastat*|xac thuc|xac minh|xac nhan|dang nhap|masuk",
  other:
    "promo*|*discount*|coupon*|kupon*|cupo*|voucher*|gift*|referral|booking|reserv*|purchase*|claim*|area|country|post|postal*|zip|qr|track*|pickup|pick-up|pick up|" +
    "collect*|parcel*|ship*|offer*|deal|source|dress|error|status|sort|swift|ifsc|branch|product|item|model|tax|merchant|short|dial*|prize*|win*|award*|checkout|" +
    "invit*|redeem*|uni|vs|service|shop*|store|color|draw*|reward*|off|*rabat*|*gutschein*|*postleit*|*abhol*|*gewinn*|korting*|afhaal*|reduc*|retrait|colis|cadeau|" +
    "descuen*|descon*|regal*|barras|envio|premi*|sconto|ritiro|znizk*|poczt*|odbior*|paczk*|slev*|zlav*|psc|postov*|popust*|kedvezm*|iranyit*|atvetel*|*alennus*|*nouto*|" +
    "soodus*|atlaid*|nuolaid*|indirim*|endirim*|hediye*|teslim*|kargo*|skidk*|poctov*|posylk*|polucen*|ekptos*|giam gia|khuyen mai|uu dai|van don|diskon|hadiah|punguzo",
  share:
    "shar*|disclos*|reveal*|divulg*|tell|give|ask for|asks for|ask you|anyone|weiterg*|weiter|mitteil*|verrat*|niemand*|deel|delen|dela|del|dele|lamna|oplys*|" +
    "communiqu*|partag*|compart*|revel*|nadie|nunca|partilh*|ninguem|condivid*|comuni*|nessuno|nimanui|udostepn*|przekaz*|podaw*|nikomu|*sdel*|*zdiel*|neposkyt*|delit*|" +
    "nikome|otkri*|megoszt*|*senki*|jaa|kerro|luovut*|jaga*|avalda*|neizpau*|*atskleis*|ndani|paylas*|soylem*|vermey*|kims*|soobsa*|pereda*|govori*|povidoml*|rozgol*|" +
    "spodel*|moira*|koinop*|apokalu*|gauziar*|aitpa*|chia se|cung cap|tiet lo|bagi*|berikan|beritahu*|siapa*|kongsi*|dedah*|ibahagi|usishiriki",
  label:
    "a/c|ac|acc|acct|account*|card*|cart*|kart*|kort*|ending|ends|ref|reference|txn*|trx|transa*|utr|rrn|upi|order*|invoic*|bill|ticket|case|id|no|nr|num*|nomor|cislo|c|br|" +
    "broj|policy|member*|call*|tel|telef*|telep*|phone*|mobile|dial|helpline|hotline|whatsapp|fax|contact|amount|amt|bal*|total*|sum*|limit|price|pay|room|flat|suite|" +
    "box|street|train|since|copyright|version|page|from|date*|text|txt|konto*|rachun*|rekening*|racun*|compt*|cuenta*|conta|conto|szamla*|tili*|hesa*|scet*|logariasm*|" +
    "tai khoan|tk|rek|anruf*|appelez|llam*|ligue|chiam*|zadzwon|volaj*|hivja|soita|arayin*|zvonit*|pozvonit*|goi|lh|hubung*|*nummer|betrag|saldo*|montan*|import*|kwot*|tutar*|" +
    "ostat*|zakaz*|zamow*|objedn*|rendel*|tilaus*|siparis*|commande|pedido*|ordine|bestell*|faktur*|factur*|rechnung*|ma gd|ma giao dich|ma don|pesanan|koncz*|termina*|op|" +
    "vorgang*|auftrag*|operac*|client*|klient*",
  unit: "min*|sec*|sek*|hour*|hr|hrs|hor*|stund*|day*|tage|godz*|hod*|saat*|c|phut|am|pm|km|kg|gb|mb|points|x|uhr|st|street|road",
  money:
    "usd|eur|gbp|inr|rs|npr|aed|sar|pkr|ngn|thb|idr|rp|myr|rm|sgd|hkd|cny|rmb|krw|jpy|vnd|php|mxn|brl|zar|kes|egp|!try|tl|rub*|uah|grn|kzt|tenge|pln|zl|czk|kc|huf|ft|ron|lei|" +
    "rsd|sek|nok|dkk|kr|chf|ils|tk|euro*|dollar*|rupee*|reais|dong|rupiah",
  enter:
    "enter|use|type|input|insert|geben sie|gib|nutz*|verwend*|gebruik|vul|ange|anvand|indtast|brug|saisi*|entrez|utilis*|ingres*|introdu*|usa|utiliz*|digit*|inser*|" +
    "wpisz|podaj|uzyj|zade*|pouzi*|unesi*|syota|sisest*|ivesk*|girin*|kullan*|vvedi*|ispolz*|nhap|masukkan|gunakan",
  expire: "valid*|expir*|gultig*|geldig*|gyldig*|wazn*|plat*|gecerli*|deistv*|berlaku*",
  link: "is|are|as|be|this|with|using|est|ist|lautet|es|e|to|jest|brzmi|je|zni|on|er|ar|este|eshte|yra|ir|einai|adalah|ialah|la|da|ni|eto|luidt|lyder|dir|olarak",
  not: "skod*|szkod*|kodak*|kodeks*|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|codec*|*vscode|*qrcod*|*qr-cod*|low-code|no-code|xcode|tokeniz*",
};
