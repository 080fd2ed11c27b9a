import type { Words } from "./kinds.ts";

/** Germanic, Romance and Celtic languages, Basque, Maltese. */
export const western: Words[] = [
  {
    // English
    strong:
      "otp|otps|totp|*otp code|smsotp|eotp|one time*|one-time*|onetime*|passcode*|*tac code|!tac|!tan|mtan|smstan|2fa code|mfa code",
    code: "*code*|*codes|*password*|pin|pins|token|passphrase|login key|access key|activation key|security key|security number|verification number|verification no|login number|secret word|pwd|passwd",
    verify:
      "verif*|confirm*|*authent*|authori*|login|log in|log-in|logging in|sign in|sign-in|signin|sign up|signup|sign-up|signing|activat*|registr*|register|2fa|mfa|2-step|two-step|two step|two-factor|two factor|2-factor|security|secure|identity|access|recover*|reset*|sms|magic|validat*|device",
    other:
      "discount*|promo*|coupon*|voucher*|gift*|refer*|booking*|reservation|purchase*|claim*|area|country|postal|post|zip|bar|qr|track*|pickup|pick-up|pick up|collection|collect|parcel|shipment|offer*|deal|sale|source|dress|error|status|sort|swift|ifsc|micr|branch|product|item|model|tax|vat|hsn|merchant|short|dial*|prize*|winner|won|win|award*|checkout|cashback|invite|invitation|redeem*|% off|uni|vs|service|shop*|basket|course|student|employee|staff|store|colour|color|bank code|genetic|conduct|ticket*|raffle|draw|drawn|flight|pnr|ussd|reward*|bonus",
    share:
      "share|shared|sharing|disclose*|reveal*|divulge*|forward it|forward this|tell|give|giving|ask for|asks for|ask you|asks you|asking for|request your|requests your|anyone",
    label:
      "a/c|ac|acc|acct|account|accounts|a/c no|card|cards|ending|ending in|ending with|ends with|ends in|ref|ref no|refno|reference|txn|txn id|transaction|trn|trx|utr|rrn|arn|imps|neft|upi|upi ref|order|order id|invoice|bill|receipt|ticket|case|booking|confirmation number|confirmation no|id|no|nr|num|number|#|serial|policy|customer id|user id|member|membership|code id|call|calling|tel|telephone|phone|mobile|mob|dial|helpline|hotline|toll free|toll-free|whatsapp|fax|contact|fwd sms to|sms to|text to|txt to|reply to|amount|amt|balance|bal|total|sum|limit|fee|price|paid|pay|spent|debited|credited|room|flat|apt|suite|floor|unit|box|po box|p.o. box|street|zip|postcode|pincode|tracking|awb|flight|gate|seat|train|coach|since|year|copyright|version|build|step|chapter|page|level|up to|over|about|from|emi|gst|pnr|wallet|consumer|meter|loan|dated|date|expires at|until|txt|text|msg|vehicle|imei|ext|meeting id|ip|model|team|lh|attempt",
    unit: "min|mins|minute|minutes|sec|secs|second|seconds|hr|hrs|hour|hours|day|days|week|weeks|month|months|year|years|am|pm|km|kg|kb|mb|gb|tb|points|pts|miles|people|times|characters|digits|items|units|steps|users|customers|attempts|messages|sms|x|percent|st|nd|rd|th|street|avenue|ave|road|blvd|lane|drive",
    money:
      "usd|eur|gbp|inr|rs|npr|aed|sar|pkr|ngn|thb|idr|rp|myr|rm|sgd|hkd|cny|rmb|krw|jpy|vnd|php|mxn|brl|ars|clp|cop|zar|kes|ksh|tzs|ugx|ghs|egp|!try|rub|uah|kzt|pln|czk|huf|ron|bgn|rsd|sek|nok|dkk|kr|chf|ils|nis|irr|bdt|tk|lkr|aud|cad|nzd|kwd|qar|omr|bhd|jod|mad|dzd|tnd|euro|euros|dollar|dollars|rupees|pounds|btc|eth|usdt|coins|credits",
    enter: "enter|use|type|input|provide|insert|submit|quote|key in|put in",
    expire: "valid|expire*|expiry|validity|good for",
    link: "is|are|as|be|below|following|here|with|using|equals|of",
    not: "decod*|*encod*|*unicode*|*barcode*|codec*|codeshare*|*vscode*|xcode|codepen|leetcode|*qrcode*|*qr-code*|*qr code*|*zipcode*|*postcode*|codeine|coded|codebase|*opcode*|codeword puzzle|no code|low-code|no-code|lowcode|ofcode*|vs code|uni code",
  },
  {
    // German, Luxembourgish
    strong: "*kennwort|*einmal*|*tan code|mobile tan|*-tan|*-tan-*|*tan-nummer",
    code: "*kennwort*|*passwort*|*zugangsschlussel|*geheimzahl|*prufziffer*|*prufnummer*|*sicherheitsschlussel*|*losungswort",
    verify:
      "*bestatig*|*sicher*|*anmeld*|*freigabe*|*freischalt*|*zugang*|*aktivier*|*verifizier*|*identifi*|*uberpruf*|einlogg*|*zurucksetz*",
    other:
      "*rabatt*|*gutschein*|*aktionscode*|*vorteils*|*postleitzahl*|plz|*abhol*|*sendung*|*buchung*|*bestell*|*empfehl*|*landesvorwahl*|*gewinn*|*werbe*",
    share: "*weitergeb*|weiter|*mitteil*|*teilen*|verrat*|preisgeb*|niemandem|niemanden|geheim",
    label:
      "konto*|kontonr|kontonummer|karte|kartennummer|*endung|endend auf|endet auf|kundennummer|kundennr|*nummer|auftrag|auftragsnummer|rechnung|*rechnungsnummer|bestellung|vorgang|*vorgangsnummer|transaktion|telefon|telefonnummer|rufnummer|anruf|hotline|handy|betrag|summe|saldo|gesamt|tisch|zimmer|seit|stand|anrufen|unter",
    unit: "minuten|stunden|stunde|sekunden|tage|tagen|wochen|monate|jahre|uhr|punkte|prozent|stuck|zeichen|strasse|personen",
    enter: "*eingeb*|geben sie|gib|nutzen sie|verwenden sie|nutze|verwende",
    expire: "gultig*|*ablauf*|lauft*|verfall*",
    link: "lautet|ist|lauten|folgende|folgenden",
  },
  {
    // Dutch, Afrikaans, Frisian
    strong: "eenmalig*|eenmalige",
    code: "*wachtwoord*|wagwoord|*kode|toegangscode|*koade",
    verify: "bevestig*|*verificat*|inlog*|aanmeld*|beveilig*|toegang*|activer*|*verifika*|inloggen",
    other: "korting*|*actiecode*|*postcode*|afhaal*|*cadeau*|*bestel*|track*|winnaar",
    share: "deel|delen|geef|doorgeven|deel nooit|niemand|verstrek*",
    label:
      "rekening*|pas|pasnummer|kaart|eindigend op|bestelnummer|ordernummer|factuur*|klantnummer|bel|bedrag|saldo|totaal|kenmerk|referentie|nummer|telefoon*|rek",
    unit: "minuten|uur|uren|seconden|dagen|weken|maanden|jaar|punten",
    enter: "vul|voer|gebruik",
    expire: "geldig*|verloopt|vervalt",
    link: "luidt",
  },
  {
    // Swedish, Danish, Norwegian, Icelandic, Faroese
    strong: "engang*|einnota*|*bekraftelsekod*|bankid-kode|*eingongd*",
    code: "*losenord*|*passord*|*lykilor*|*adgangskode*|*kodi|*kodinn*|*kodinn|*koda|*kota",
    verify:
      "*bekraft*|*verifi*|*godkend*|*inlogg*|*innlogg*|*logga in*|*logg inn*|*bekreft*|*sakerhet*|*sikkerhet*|*sikkerhed*|*auðkenn*|*staðfest*|*innskr*|*autoris*|*aktiver*",
    other:
      "*rabat*|*tilbud*|*postnummer*|*hamt*|*hent*|*afhent*|*gavekort*|*presentkort*|*bestilling*|*kampanj*|*avslag*|*afslatt*|vinner",
    share: "dela|lamna|uppge|avsloja|del|dele|oplys*|videregiv*|oppgi|deil*|gefa|ingen|aldrig|aldri",
    label:
      "konto*|kort|kortnummer|*ordrenummer|ordrenr|ordernr|faktura*|belop|belob|saldo|kundnummer|kundenummer|ring|telefonnummer|tlf|tel|telefon|mobil|nummer|slutar pa|som slutar|*reikning*|upphæð",
    unit: "minuter|minutter|minutur|minut|min|timmar|timme|timer|time|dagar|dage|dager|klukkustund*|mínútur|sekunder|kl",
    enter: "ange|anvand|skriv|indtast|brug|bruk|tast|slainn|notaðu",
    expire: "giltig*|gyldig*|galder|gælder|utloper|udlober|gildir*|gjelder",
    link: "ar|er|lyder",
  },
  {
    // French
    strong: "usage unique|cle digitale",
    code: "mot de passe|mdp|motdepasse|cle de securite|code",
    verify:
      "verifi*|confirm*|connexion|connecter|identifi*|securit*|valid*|activ*|inscription|acces|reinitialis*|authentifi*",
    other:
      "promo*|reduction|postal|cadeau|parrain*|retrait|colis|suivi|avantage|commande|livraison|remise|gagn*|bon d'achat|barre",
    share: "communiqu*|partag*|divulgu*|transmett*|donnez|personne|jamais",
    label:
      "compte|carte|carte bancaire|cb|numero|n°|no|reference|commande|facture|dossier|appelez|appeler|telephone|montant|solde|total|client|se terminant par|finissant par|virement|operation",
    unit: "minutes|heures|heure|secondes|jours|semaines|mois|ans|caracteres|rue|avenue",
    enter: "saisi*|entrez|utilisez|tapez|renseign*|saisir",
    expire: "valable*|valide*|expire*|duree",
    link: "est|voici|suivant",
  },
  {
    // Spanish, Catalan, Galician, Asturian
    strong: "un solo uso|clave dinamica|clave temporal|d'un sol us|uso unico",
    code: "*codigo*|clave|claves|contrasen*|*codi|contrasinal|clau|codixu|cod",
    verify:
      "*verific*|*confirm*|*autentic*|*acces*|inici*|segur*|*activ*|identi*|*valid*|ingres*|registr*|sesion|recuper*|restablec*",
    other:
      "postal|descuento*|promocion*|cupon*|regalo|barras|pedido|envio|rastreo|seguimiento|recogida|retiro|reserva|premio|ganador|canje*|descompte|desconto|pais|referido",
    share: "compart*|revel*|divulg*|comparteix*|facilit*|solicit*|nadie|nunca|proporcion*|entregu*|ningu",
    label:
      "cuenta|cta|tarjeta|tarj|terminada en|termina en|numero|num|referencia|pedido|factura|operacion|llame|llamar|telefono|importe|monto|saldo|total|cliente|folio|transaccion|transferencia|compte|targeta|conta|tarxeta|compraste|transferiste|marca",
    unit: "minutos|minuts|minuto|horas|hora|hores|segundos|dias|dies|semanas|meses|anos|puntos|calle|hrs",
    enter: "ingres*|introdu*|use|usa|utilic*|digit*|escrib*|introdueix",
    expire: "valid*|vence|vigencia|vigente|caduc*|expira*",
    link: "es|son|siguiente|sera",
  },
  {
    // Portuguese
    strong: "utilizacao unica|chave de seguranca|chave de acesso",
    code: "senha*|palavra-passe|palavra passe|chave",
    verify: "*verific*|*confirm*|*autentic*|*acess*|segur*|*ativ*|login|entrar|redefin*|registo|cadastro|identidade",
    other:
      "desconto*|postal|cep|cupom|presente|pedido|rastre*|retirada|reserva|promocional|barras|premio|indicacao|encomenda",
    share: "compartilh*|partilh*|divulg*|fornec*|inform*|ninguem|nunca|passe",
    label:
      "conta|cartao|final|numero|n|pedido|fatura|operacao|ligue|telefone|valor|saldo|protocolo|boleto|agencia|referencia|nif|terminado em|compra",
    unit: "minutos|horas|segundos|dias|semanas|meses|anos|pontos|rua|reais",
    money: "r$|reais|real",
    enter: "insira|digite|utilize|introduza|informe o|use",
    expire: "valido*|valida|expira*|validade",
    link: "e|seguinte",
  },
  {
    // Italian, Sardinian, Romansh
    strong: "monouso|usa e getta|codice dispositivo|token sms",
    code: "*codice*|codici|password|parola chiave|codighe|chiave",
    verify: "*verific*|*conferm*|*autentic*|*access*|sicurezza|*attiv*|*autorizz*|accedere|registrazione|identit*",
    other:
      "sconto|promozion*|postale|cap|regalo|ritiro|ordine|spedizione|tracking|fiscale|cliente|buono|barre|prenotazione|premio|amico|coupon",
    share: "condivid*|comunic*|rivel*|fornir*|nessuno|divulg*|mai",
    label:
      "conto|carta|numero|n.|ordine|fattura|operazione|chiama*|telefono|importo|saldo|totale|cliente|che termina|riferimento|pratica|bonifico|terminante",
    unit: "minuti|minuto|ore|ora|secondi|giorni|settimane|mesi|anni|punti|via",
    enter: "inseri*|usa|utilizz*|digit*",
    expire: "valido*|valida|scad*|validita",
    link: "e|seguente",
  },
  {
    // Romanian
    strong: "unica folosinta|de unica",
    code: "codul|cod|codului|parola*",
    verify: "verific*|confirm*|autentific*|acces*|activ*|securit*|logare|conectare",
    other: "reducere*|postal|promotional*|ridicare|awb|comanda|voucher|cadou|tombola",
    share: "divulg*|comunic*|dezvalui*|nimanui|impartas*|transmit*|dati",
    label:
      "contul|cont|cardul|card|numarul|nr|comanda|factura|sunati|suna|telefon|suma|sold|soldul|tranzactia|terminat in",
    unit: "minute|ore|secunde|zile|luni|ani|puncte|lei",
    money: "lei|ron|leu",
    enter: "introduc*|folosi*|utiliz*|tasta*",
    expire: "valabil*|expira*",
    link: "este",
  },
  {
    // Irish, Welsh, Scottish Gaelic, Breton, Basque, Maltese
    code: "*chod|*cod|cod|pasfhocal*|focal faire|cyfrinair*|chod|kodea*|*kodea|pasahitz*|kodici|il-kodici|còd|facal-faire",
    verify: "fior*|dearbh*|gwirio|dilysu|mewngofnodi|egiazta*|autentifika*|berres*|verifika*|dearbhadh",
    other: "lascaine|gostyngiad|deskontu*|poist|post|skont*",
    share: "roinn|rannu|partekatu|roinn|taqsam*|eman",
    label: "cuntas|cyfrif|kontua|kont|telefonoa|zenbakia|uimhir|rhif|telefon",
    unit: "noimead|munud|minutu*|awr|ordu*|uair|minuti",
    expire: "bailí|baili|ddilys|baliozko*|validu",
    link: "da|yw",
  },
];
