import type { Words } from "./kinds.ts";

/** Languages in Latin, Cyrillic, Greek, Georgian and Armenian letters. */
export const latin: Words = {
  strong:
    "*otp|otps|one time*|one-time*|onetime*|*passcode*|tac|!tan|mtan|*-tan|login number|verification n*|security number",
  code:
    "*code*|*kod*|*codig*|*codic*|*codi|codul*|cod|*kood*|*koad*|chod|*khodi|pin|pins|token|pwd|login key|access key|activation key|security key|" +
    "*passwor*|*kennwort*|wachtwoord|wagwoord|passord|*losenord*|lykilor*|mot de passe|mdp|contrasen*|contrasin*|senha*|palavra-passe|clave*|chave|clau|parol*|" +
    "hasl*|hesl*|geslo|lozink*|sifr*|jelsz*|salas*|parool*|slaptazod*|fjalekalim*|pasahitz*|pasfhocal|cyfrinair|suntimatik*|gagtnab*|kupia*|nuuc*|ramz*|" +
    "sandi|kata laluan|mat khau|ma xac*|ma otp|ma so|ma kich*|ma dang*|ma bao*|ma cua*|la ma|ma kiem*|msimbo|nambari|nenosiri|neno la siri",
  verify:
    "verif*|*confirm*|konfirm*|*autent*|*authent*|*autori*|authori*|*activ*|*aktiv*|ativa*|*identi*|regist*|*login*|log in|log-in|sign in|sign-in|signin|sign up|logg*|logow*|" +
    "*secur*|segur*|sicur*|*sicher*|access*|acces*|2fa|2-step|two-step|two-factor|reset*|recover*|sms|magic|*anmeld*|*bestatig*|bevestig*|inlog*|*bekraft*|*bekreft*|" +
    "connexion|connect*|reinit*|potvrd*|potwierd*|podtverz*|weryfik*|over*|prihlas*|prijav*|vhod*|prover*|*hitelesit*|*megerosit*|*vahvist*|*kirjaut*|*kinnit*|apstiprin*|" +
    "patvirtin*|dogrula*|onay*|giris*|tasdi*|epaliteu*|epibebai*|dadastur*|hastat*|xac thuc|xac minh|xac nhan|dang nhap|masuk",
  other:
    "promo*|*discount*|coupon*|kupon*|cupo*|voucher*|vauc*|gift*|referral|booking|reserv*|purchase*|claim*|area|country|post|postal*|postn*|zip|qr|track*|pickup|pick-up|pick up|" +
    "collect*|parcel*|ship*|offer*|deal|source|dress|error|status|sort|swift|ifsc|branch|product|item|model|tax|merchant|short|dial*|prize*|win*|award*|checkout|cashback|" +
    "invit*|redeem*|uni|vs|service|shop*|student|employee|staff|store|color|raffle|draw*|ussd|reward*|bonus*|off|" +
    "*rabat*|*gutschein*|*postleit*|*abhol*|*sendung*|*gewinn*|korting*|afhaal*|reduc*|parrain*|retrait|colis|suivi|remise|cadeau|descuen*|descon*|descom*|regal*|barras|" +
    "envio|rastre*|premi*|canje*|sconto|ritiro|ridica*|znizk*|poczt*|odbior*|paczk*|slev*|zlav*|psc|zasil*|zasiel*|postov*|popust*|preuz*|posilj*|kedvezm*|iranyit*|atvetel*|" +
    "*alennus*|*nouto*|*lahja*|soodus*|atlaid*|nuolaid*|siunt*|indirim*|endirim*|cegirm*|hediye*|teslim*|kargo*|skidk*|poctov*|posylk*|polucen*|vydac*|otst*|ekptos*|tahudrom*|" +
    "giam gia|khuyen mai|uu dai|van don|buu*|diskon|diskaun|undian|hadiah|kirim*|resi|punguzo",
  share:
    "shar*|disclos*|reveal*|divulg*|tell|give|ask for|asks for|asking for|ask you|anyone|weiterg*|weiter|mitteil*|teilen|verrat*|niemand*|deel|delen|dela|del|dele|deil*|lamna|uppge|" +
    "oplys*|oppgi|communiqu*|partag*|jamais|compart*|revel*|nadie|nunca|facilit*|partilh*|ninguem|fornec*|condivid*|comuni*|nessuno|nimanui|dezvalui*|udostepn*|przekaz*|podaw*|" +
    "nikomu|ujawn*|*sdel*|*zdiel*|neposkyt*|dijel*|delit*|podijel*|nikome|otkri*|razkri*|megoszt*|ossza|*senki*|jaa|kerro|luovut*|kenellek*|jaga*|avalda*|neizpau*|nedod*|" +
    "*atskleis*|niekam|ndani|askuj*|paylas*|soylem*|vermey*|kims*|hec kim*|soobsa*|pereda*|govori*|pokaz*|razglas*|nazyv*|povidoml*|rozgol*|spodel*|moira*|koinop*|apokalu*|" +
    "hajtn*|gauziar*|aitpa*|bermen*|chia se|cung cap|tiet lo|bat ky|bagi*|berikan|member*|beritahu*|sebar*|siapa*|kongsi*|dedah*|ibahagi|ibigay|usishiriki|usimpe",
  label:
    "a/c|ac|acc|acct|account*|card*|cart*|kart*|kort*|ending|ends|ref|reference|txn*|trx|transa*|tranz*|utr|rrn|upi|order*|invoic*|bill|ticket|case|id|no|nr|num*|nomor|cislo|c|br|" +
    "broj|policy|member*|call*|tel|telef*|telep*|phone*|mobile|dial|helpline|hotline|whatsapp|fax|contact|amount|amt|bal*|total*|sum*|limit|price|pay|room|flat|apt|suite|" +
    "floor|box|street|seat|train|since|copyright|version|page|from|date*|text|txt|konto*|kontonr|rachun*|rekening*|racun*|rahun*|uctu|compt*|cuenta*|conta|conto|szamla*|tili*|" +
    "hesa*|scet*|smetk*|logariasm*|tai khoan|tk|the|rek|akaun*|anruf*|appelez|llam*|ligue|chiam*|zadzwon|volaj*|pozov*|hivja|soita|zvan*|arayin*|zvonit*|pozvonit*|goi|lh|" +
    "hubung*|*nummer|betrag|saldo*|bedrag|montan*|import*|kwot*|iznos|osszeg|tutar*|bakiye|ostat*|zakaz*|zamow*|objedn*|narudz*|rendel*|tilaus*|siparis*|commande|pedido*|ordine|" +
    "bestell*|faktur*|factur*|fatur*|rechnung*|ma gd|ma giao dich|ma don|pesanan|koncz*|termina*|op|vorgang*|auftrag*|operac*|client*|klient*",
  unit: "min*|sec*|sek*|hour*|hr|hrs|hor*|heur*|stund*|uur|day*|dias|tage|jour*|godz*|hod*|saat*|c|perc*|tunt*|phut|am|pm|km|kg|gb|mb|points|pts|punkt*|x|uhr|st|street|avenue|road",
  money:
    "usd|eur|gbp|inr|rs|npr|aed|sar|pkr|ngn|thb|idr|rp|myr|rm|sgd|hkd|cny|rmb|krw|jpy|vnd|php|mxn|brl|ars|clp|cop|zar|kes|egp|!try|tl|azn|rub*|uah|grn|kzt|tenge|" +
    "pln|zl|czk|kc|huf|ft|ron|lei|rsd|dinar*|sek|nok|dkk|kr|chf|ils|bdt|tk|lkr|aud|cad|euro*|dollar*|rupee*|lira|reais|dong|rupiah",
  enter:
    "enter|use|type|input|insert|geben sie|gib|nutz*|verwend*|gebruik|vul|voer|ange|anvand|indtast|brug|bruk|saisi*|entrez|utilis*|tapez|ingres*|introdu*|usa|utiliz*|digit*|inser*|" +
    "wpisz|podaj|uzyj|wprowadz|zade*|zada*|pouzi*|unesi*|vnesi*|irja|hasznal*|syota|kayta|sisest*|ievadi*|ivesk*|girin*|kullan*|vvedi*|ispolz*|eisag*|nhap|masukkan|gunakan",
  expire:
    "valid*|expir*|gultig*|geldig*|giltig*|gyldig*|valab*|wazn*|plat*|vazi*|velja*|ervenyes*|voimassa|gecerli*|deistv*|berlaku*",
  link: "is|are|as|be|this|with|using|est|ist|lautet|es|e|to|jest|brzmi|je|zni|on|er|ar|este|eshte|yra|ir|einai|adalah|ialah|la|da|ni|eto|luidt|lyder|dir|olarak",
  not:
    "skod*|szkod*|kodak*|kodeks*|kodin|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|codec*|*vscode|*qrcod*|*qr-cod*|qr cod*|low-code|no-code|xcode|codepen|" +
    "leetcode|codeine|opcode*|pin it|tokeniz*",
};
