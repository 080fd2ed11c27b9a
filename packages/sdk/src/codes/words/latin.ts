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
    "verif*|*confirm*|konfirm*|*autent*|*authent*|*autori*|authori*|*activ*|*aktiv*|ativa*|*identi*|regist*|rejest*|*login*|log in|log-in|sign in|sign-in|signin|sign up|" +
    "logg*|logow*|*secur*|segur*|sicur*|*sicher*|sikker*|sakerh*|access*|acces*|acess*|2fa|2-step|two-step|two-factor|reset*|recover*|recuper*|sms|magic|" +
    "*anmeld*|*bestatig*|*freigabe|bevestig*|inlog*|aanmeld*|*bekraft*|*bekreft*|*godkend*|stadfest*|connexion|connect*|reinit*|sesion|entrar|" +
    "potvrd*|potrd*|potwierd*|podtverz*|pidtverd*|weryfik*|uwierzyt*|overo*|overi*|prihlas*|prijav*|vhod*|vhid*|prover*|provjer*|*hitelesit*|*megerosit*|*bejelentk*|" +
    "*vahvist*|*kirjaut*|*tunnist*|*kinnit*|apstiprin*|patvirtin*|prisijung*|dogrula*|onay*|giris*|tasdi*|tesdi*|rastau*|batalgaa*|epaliteu*|epibebai*|pistopoi*|" +
    "sundes*|dadastur*|hastat*|xac thuc|xac minh|xac nhan|dang nhap|masuk|*thibitish*",
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
    "a/c|ac|acc|acct|account*|card*|cart*|kart*|kort*|ending|ends|ref|reference|txn*|trx|transa*|tranz*|utr|rrn|imps|upi|order*|invoic*|bill|ticket|case|id|no|nr|num*|number|" +
    "nomor|cislo|c|br|broj|policy|member*|call*|tel|telef*|telep*|phone*|mobile|dial|helpline|hotline|toll free|whatsapp|fax|contact|amount|amt|bal*|total*|sum*|limit|fee|price|" +
    "paid|pay|spent|debited|credited|room|flat|apt|suite|floor|unit|box|street|awb|seat|train|since|copyright|version|page|level|from|meter|loan|date*|text|txt|vehicle|" +
    "konto*|kont|kontonr|rachun*|rekening*|racun*|rahun*|uctu|ucet|compt*|cuenta*|conta|conto|contul|szamla*|tili*|saskait*|hesap*|hesab*|hisob|scet*|smetk*|logariasm*|hasiv*|" +
    "angaris*|barat*|tai khoan|tk|stk|the|rek|akaun*|ring|bel|anruf*|appelez|llam*|ligue|chiam*|sunati|zadzwon|volaj*|volejte|pozov*|nazov*|hivja|soita|helista|zvan*|skambin*|" +
    "arayin*|zvonit*|pozvonit*|kaleste|goi|lh|lien he|hubung*|piga|*nummer|betrag|saldo*|bedrag|montan*|solde|import*|monto|valor|kwot*|castk*|iznos|osszeg|egyenleg|tutar*|bakiye|" +
    "ostat*|so tien|so du|jumlah|salio|zakaz*|zamow*|objedn*|narudz*|rendel*|tilaus*|siparis*|commande|pedido*|ordine|bestell*|comanda|faktur*|factur*|fatur*|rechnung*|" +
    "don hang|ma gd|ma giao dich|ma don|pesanan|koncz*|endend|endet auf|termina*|koncici|op|vorgang*|auftrag*|operac*|kundennummer|client*|klient*|compraste|transferiste",
  unit:
    "min*|sec*|sek*|hour*|hr|hrs|hor*|heur*|stund*|tim*|uur|day*|dias|tage*|jour*|giorn*|godz*|hod*|sat*|saat*|cas*|c|dakika*|dk|perc*|tunt*|tund*|phut|menit|am|pm|km|kg|gb|mb|kb|" +
    "points|pts|punkt*|x|uhr|kl|people|times|items|st|th|street|ave|avenue|road|rd|blvd",
  money:
    "usd|eur|gbp|inr|rs|npr|aed|sar|pkr|ngn|thb|idr|rp|myr|rm|sgd|hkd|cny|rmb|krw|jpy|vnd|php|mxn|brl|ars|clp|cop|zar|kes|ksh|tzs|ghs|egp|!try|tl|azn|manat|rub*|uah|grn|kzt|tenge|" +
    "pln|zl|czk|kc|huf|ft|ron|lei|bgn|rsd|dinar*|sek|nok|dkk|kr|chf|ils|nis|bdt|tk|lkr|aud|cad|euro*|dollar*|rupee*|lira|reais|r$|coins|credits|dong|rupiah|ringgit|btc|usdt",
  enter:
    "enter|use|type|input|insert|geben sie|gib|nutz*|verwend*|gebruik|vul|voer|ange|anvand|indtast|brug|bruk|saisi*|entrez|utilis*|tapez|ingres*|introdu*|usa|utiliz*|digit*|" +
    "inser*|folos*|wpisz|podaj|uzyj|wprowadz|zade*|zada*|pouzi*|unesi*|upisite|vnesi*|vnese*|irja|adja|hasznal*|syota|kayta|sisest*|kasuta*|ievadi*|izmanto*|ivesk*|naudok*|girin*|" +
    "kullan*|vvedi*|ispolz*|vikorist*|eisag*|hrisimop*|nhap|su dung|masukkan|gunakan|ilagay|weka|tumia",
  expire:
    "valid*|expir*|gultig*|geldig*|giltig*|gyldig*|valab*|wazn*|plat*|vazi*|velja*|ervenyes*|voimassa|kehti*|derig*|galioj*|gecerli*|deistv*|diisn*|hieu luc|berlaku*",
  link: "is|are|as|be|this|with|using|est|ist|lautet|es|e|to|jest|brzmi|je|zni|on|er|ar|este|eshte|yra|ir|einai|adalah|ialah|la|da|ni|eto|luidt|lyder|dir|olarak",
  not:
    "skod*|szkod*|kodak*|kodeks*|kodin|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|codec*|*vscode|*qrcod*|*qr-cod*|qr cod*|low-code|no-code|xcode|codepen|" +
    "leetcode|codeine|opcode*|pin it|tokeniz*",
};
