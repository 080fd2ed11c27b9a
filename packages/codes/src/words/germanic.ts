import type { Family } from "./kinds.ts";

/** English and its kin. */
export const germanic: Family = {
  en: {
    otp:
      "otp | otps | totp | smsotp | eotp | tac | !TAN | mtan | smstan | *-tan* | one time* | one-time* | onetime* | *passcode* | " +
      "verification n* | login number | security number | magic code | 2fa code | mfa code | one-off pass* | one-off code* | one off pass* | single-use pass* | single use pass* | single-use code* | single use code* | access digits | activation number | log-in number | sign-in number",
    code: "*code* | *passcode* | captcha | token | pwd | *passwor* | login key | access key | activation key | security key | access number | confirmation key | verification key | sign-in key | passkey",
    pin: "pin | pins | pin n* | pin-n* | tpin | mpin",
    verify:
      "log in | sign in | sign-in | signin | sign up | signing in | signing up | 2fa | mfa | sms | verif* | logg* | login* | reset* | recover* | *confirm* | *autent* | " +
      "*authent* | authori* | activ* | *identi* | secur* | two-factor | two factor | 2-step | two-step | unlock | log into | registration | new device",
    neutral:
      "your | my | the | a | an | this | new | following | here | temporary | temp | digit* | digits | numeric | unique | personal | private | sms | email | e-mail | mail | user | " +
      "six | four | 6 | 4 | 8 | for | to | of | in | on | with | and | is | app | access | pass | key | below | current | next | latest | first | single | use | this | our",
    otherThing:
      "area | country | dress | tax | status | error | exit | zone | sort | post | postal | zip | qr | source | swift | bic | ifsc | service | customer | client | order | " +
      "product | item | receipt | project | tracking | track* | ship* | invit* | shop | purchas* | fiscal | supplier | vendor | manufacturer | family | branch | bank | employee | " +
      "staff | student | course | class | case | invoice | billing | vat | dealer | agent | article | batch | serial | model | colour | color | size | " +
      "currency | reference | ref | social security | registration number | member | membership | licence | license | hs | commodity | tariff | department | cost | " +
      "location | station | airport | room | gate | door | dial* | return | transaction | payment | merchant | terminal | expense | budget | asset | " +
      "inventory | stock | category | unit | lot | plant | warehouse | promo | control number",
    booking:
      "booking | reservation* | confirmation number | pnr | ticket | itinerary | check-in | boarding | event | seat | meeting* | webinar*",
    backup: "backup | back-up | recovery codes | emergency codes | scratch | rescue codes | backup codes",
    parcel:
      "shipped | shipment | dispatched | parcel | package | locker | delivery | pickup | pick-up | pick up | collection | courier | collect",
    goods:
      "promo* | reward* | coupon* | voucher* | gift* | claim | prize | win | won | winn* | checkout | referral* | % off | *discount* | loyalty | cashback | redeem* | friend code",
    sharing:
      "ask for | anyone | shar* | disclos* | reveal* | divulg* | never tell | do not give | don't give | not request | pass it on | pass this on | pass them on",
    label:
      "flight | a/c | ac | acc | acct | ending | ends | ref | reference | trx | upi | id | no | nr | c | br | tel | fax | helpline | hotline | amount | amt | from | " +
      "account* | card* | txn* | transa* | order* | invoic* | num* | call | phone | telephone | bal* | total* | date* | vat | tax | sku | isbn | imei | iban | case | ticket | reg | registered",
    unit: "min | mins | am | pm | km | minu* | sec* | hour* | day | days | week* | month* | year* | % | pcs | units | items | times | people | users | points",
    money:
      "usd | eur | gbp | inr | rs | npr | aed | ksh | !CAD | !AUD | !NZD | !CHF | euro* | dollar* | sgd | hkd | zar | kes | ngn",
    enter:
      "enter | use | type | enter it | paste | copy | digit* | key in | submit | provide | punch in | tap in | fill in",
    expire: "valid* | expir* | good for",
    is: "is | are | as | be | equals",
    callToAction:
      "accept* | join | set password | set your password | choose* | create your | complete* | continue | finish | get started | click here | click below | click the link | link below | button below | " +
      "following link | this link | approve | link account* | account update | update account | change password | open the app | log me in | open link | proceed | magic link | download*",
    boilerplate:
      "unsub* | opt out | opt-out | preferences | privacy | terms | help | support | faq | contact | contact us | about | blog | twitter | facebook | instagram | linkedin | youtube | tiktok | " +
      "app store | google play | imprint | careers | manage notifications | view in browser | report abuse | learn more",
    not:
      "reference code | transaction code | txn code | order code | ticket code | xcode | code of conduct | source code | *decod* | *encod* | *unicod* | *barcod* | *zipcod* | *postcod* | " +
      "*vscode* | *qrcod* | *qr-cod* | codec* | codesh* | tokeniz* | kodak* | dress code | postal code | zip code | area code | error code | building code | country code | " +
      "over | overs | overall | overview | overnight | overdue | password manager | password policy | coder | coders | coding",
    number: "number | numbers",
    security: "security",
    check: "verification | authentication",
    digits: "digits | numbers",
  },
  de: {
    otp: "*einmal* | *tan-code* | *sms-code* | *bestätigungscode* | *bestätigungskode* | *sicherheitscode* | *anmeldecode* | *zugangscode* | *freischaltcode* | *verifizierungscode* | *prüfcode* | login-pin | anmelde-pin | zugangs-pin | freigabecode* | legitimations-code | legitimationscode",
    code: "*schlüssel* | *kennwort* | *passwort* | *zugangsdaten* | *kode | prüfziffer*",
    verify:
      "anmeld* | *bestätig* | *verifizier* | freischalt* | zurücksetz* | registrier* | legitimier* | authentifizier* | anzumelden | einloggen | aktivier* | zurückzusetzen | wiederherstell*",
    neutral:
      "ihr | ihre | ihren | dein | deine | mein | der | die | das | den | neuer | neues | ein | eine | lautet | folgende* | stellig* | für | zum | zur | hier | persönlich*",
    otherThing:
      "postleit* | *fehler* | *kunden* | hersteller* | lieferant* | artikel* | produkt* | bestell* | auftrag* | rechnung* | steuer* | familie* | projekt* | mitarbeiter* | sendung* | vertrag* | " +
      "bank* | vorwahl | länder* | währung* | kostenstelle* | lager* | material* | filial* | mitglied* | referenz*",
    booking: "buchung* | reservier* | ticket* | veranstaltung*",
    backup: "wiederherstellungscodes | backup-codes | notfallcodes | ersatzcodes",
    parcel: "*paket* | *abhol* | packstation | lieferung | zustell*",
    goods: "*rabat* | *gutschein* | gewinn* | geschenk* | aktionscode | prämie*",
    sharing: "weiterg* | mitteil* | niemand* | niemals | geben sie diesen | verrat*",
    label:
      "konto* | betrag | *nummer* | rechnung* | bestell* | telefon* | datum | summe | saldo | ust-idnr | steuernummer | hrb | plz | iban | karte | auftrag* | seit",
    unit: "minuten | stunden | tage | uhr | stk | stück | sekunden | tagen | monate | jahre",
    enter:
      "geben sie | gib | eingeben | einzugeben | verwenden sie | verwende | nutzen sie | benutze | tippen | tippe | tipp | eintippen | einzutippen | tragen sie | trage | übertragen sie | eintragen | kopieren sie",
    expire: "gültig* | läuft ab",
    is: "ist | lautet",
    callToAction:
      "annehmen | akzeptieren | beitreten | passwort festlegen | passwort ändern | hier klicken | klicken sie | klicke | loslegen | fortfahren | abschließen | konto löschen | den button | schaltfläche | folgenden link | untenstehend* | zustimmen | einladung",
    boilerplate:
      "abmeld* | abbestell* | datenschutz* | impressum | hilfe | kontakt | agb | einstellungen | nutzungsbeding* | newsletter",
    number: "*nummer | *zahl",
    security: "*sicherheit* | legitimation*",
    check: "*verifizierung* | prüf* | kontroll* | freigabe* | *authentifizierung*",
    digits: "*ziffern | zahlen | *zahlenfolge* | zahlenkombination*",
  },
  nl: {
    otp: "*eenmalig* | *verificatiecode* | *bevestigingscode* | *beveiligingscode* | *inlogcode* | *toegangscode* | inlogpin* | login-pin | loginpin*",
    code: "*wachtwoord* | *toegangscode* | *sleutel",
    verify:
      "verifi* | inlog* | aanmeld* | bevestig* | activeer* | herstel* | registr* | identiteit* | authentic* | opnieuw instellen",
    neutral:
      "je | jouw | uw | de | het | een | deze | volgende | nieuwe | cijfer* | dit | voor | van | tijdelijk* | om | hier | hieronder",
    otherThing:
      "*fout* | *klant* | leverancier* | product* | artikel* | bestel* | factuur* | btw* | fabrikant* | familie* | volg* | project* | land* | valuta* | rekening* | relatie* | debiteur*",
    booking: "boeking* | reservering* | ticket*",
    backup: "back-upcodes | backupcodes | herstelcodes",
    parcel: "pakket* | *afhaal* | *ophaal* | bezorg* | zending*",
    goods: "korting* | cadeau* | actiecode | kortings* | tegoedbon*",
    sharing: "deel d* | deel j* | deel dit | nooit | niemand | geef deze | met iemand",
    label:
      "rekening* | bedrag | nummer | factuur* | bestel* | telefoon* | datum | totaal | kvk | btw | saldo | pasnummer",
    unit: "minuten | uur | dagen | stuks | seconden",
    enter: "vul | voer | gebruik | typ | invoeren | in te voeren | typt | toets | tik | neem over | plak | overtypen",
    expire: "geldig* | verloopt",
    is: "is",
    callToAction:
      "accepteer* | klik hier | klik op | wachtwoord instellen | ga verder | doorgaan | uitnodiging | onderstaande link | account bijwerken | koppelen | knop",
    boilerplate: "uitschrijven | afmeld* | voorwaarden | hulp | privacy* | voorkeuren",
    number: "*nummer | *getal",
    security: "*veiligheids* | *beveiligings* | *inlog*",
    check: "*verificatie* | controle*",
    digits: "*cijfers | getallen | *cijferreeks",
  },
  sv: {
    otp: "*engångs* | *verifieringskod* | *säkerhetskod* | *inloggningskod* | *bekräftelsekod* | inloggningspin* | *kontrollsiffr*",
    code: "*kod | *koden | *koder | *lösenord* | *kod*",
    verify: "verifi* | logga in | inlogg* | *bekräft* | aktiver* | återställ* | registrer* | identi*",
    neutral:
      "din | ditt | dina | en | ett | den | det | följande | ny | nytt | siffrig* | är | för | här | tillfällig* | personlig*",
    otherThing:
      "kund* | leverantör* | *fel* | produkt* | artikel* | order* | faktura* | spårning* | familje* | tillverkare* | projekt* | land* | valuta* | moms*",
    booking: "bokning* | biljett*",
    backup: "reservkoder | återställningskoder | säkerhetskopi*",
    parcel: "*paket* | *hämt* | leverans* | *öppnings*",
    goods: "rabatt* | presentkort* | *vinst* | kampanj*",
    sharing: "del den | dela | aldrig | lämna inte | ingen",
    label: "konto* | belopp | *nummer | org.nr | telefon* | datum | summa | saldo | kort* | faktura* | order*",
    unit: "minuter | timmar | dagar | st | sekunder",
    money: "sek | kr | kronor",
    enter: "ange | använd | skriv | mata in | fyll i | knappa in | slå in | klistra in | skriver in | knapp in",
    expire: "giltig* | upphör*",
    is: "är",
    callToAction:
      "acceptera* | klicka här | klicka på | godkänn* | inbjudan | länken nedan | välj lösenord | fortsätt | radera konto | knappen",
    boilerplate: "avregistrera* | avsluta prenumeration* | integritet* | villkor | hjälp | kontakta | avprenumerera",
    number: "*nummer* | *nummret",
    security: "*säkerhets* | *inloggnings*",
    check: "*verifierings* | kontroll*",
    digits: "*siffror* | sifferkombination*",
  },
  da: {
    otp: "*engangs* | *bekræftelseskode* | *sikkerhedskode* | *bekraeftelseskode* | *kontroltal* | *kontrolcif* | log-in-pin | engangsadgang*",
    code: "*kode* | *adgangskode* | *kodeord*",
    verify:
      "bekræft* | bekraft* | verific* | log ind | logge ind | aktiver* | nulstil* | registrer* | godkend* | tilmeld*",
    neutral:
      "din | dit | dine | en | et | den | det | følgende | ny | nyt | cifret | cifre* | er | til | her | midlertidig*",
    otherThing:
      "kunde* | leverandør* | *fejl* | produkt* | vare* | ordre* | faktura* | sporing* | familie* | producent* | projekt* | lande* | moms*",
    booking: "booking* | billet* | reservation*",
    backup: "gendannelseskoder | sikkerhedskoder | nødkoder",
    parcel: "*pakke* | *afhen* | afhent* | levering*",
    goods: "rabat* | gavekort* | kampagne* | gevinst*",
    sharing: "del ik* | aldrig | oplys | videregiv*",
    label: "konto* | beløb | *nummer | cvr | telefon* | dato | saldo | kort* | faktura* | ordre*",
    unit: "minutter | timer | dage | stk | sekunder",
    money: "dkk | kr | kroner",
    enter: "indtast* | brug | angiv | skriv | tast | taste | indsæt",
    expire: "gyldig* | udløb*",
    is: "er",
    callToAction:
      "accepter* | klik her | klik på | invitation* | linket nedenfor | fortsæt | vælg adgangskode | knappen",
    boilerplate: "afmeld* | privatliv* | vilkår | hjælp | kontakt",
    number: "*nummer*",
    security: "*sikkerheds*",
    check: "*verifikations* | kontrol*",
    digits: "cifre | cifrene | tallene | tallet | talrække*",
  },
  nb: {
    otp: "*engangs* | *bekreftelseskode* | *sikkerhetskode* | *påloggingskode* | *stadfestingskode* | *kontrollsif* | *kontrolltall* | *tryggleikskod* | *eingongs* | påloggings-pin",
    code: "*kode* | *passord* | *kodeord*",
    verify:
      "bekreft* | *stadfest* | verifi* | logg inn | logge inn | innlogg* | pålogg* | aktiver* | tilbakestill* | registrer* | nullstill*",
    neutral:
      "din | ditt | dine | en | ei | et | den | det | følgende | ny | nytt | sifret | sifre* | er | til | her | midlertidig*",
    otherThing:
      "kunde* | leverandør* | *feil* | produkt* | vare* | ordre* | bestilling* | faktura* | sporing* | familie* | produsent* | prosjekt* | lande* | mva*",
    booking: "bestilling* | billett* | reservasjon*",
    backup: "gjenopprettingskoder | reservekoder",
    parcel: "*pakke* | hentekode* | hentes | levering* | *utlevering*",
    goods: "rabatt* | gavekort* | kampanje* | premie*",
    sharing: "del ikke | aldri | ikke oppgi | ikke gi | ikkje del | del ikkje",
    label: "konto* | beløp | *nummer | orgnr | telefon* | dato | saldo | kort* | faktura*",
    unit: "minutter | timer | dager | stk | sekunder",
    money: "nok | kr | kroner",
    enter: "skriv inn | bruk | oppgi | tast inn | angi | tast | taste inn | skriv det inn | skriv dei inn | lim inn",
    expire: "gyldig* | utløp*",
    is: "er",
    callToAction:
      "godta* | aksepter* | klikk her | klikk på | invitasjon* | lenken nedenfor | fortsett | velg passord | knappen | trykk",
    boilerplate: "avmeld* | meld deg av | personvern* | vilkår | hjelp | kontakt",
    number: "*nummer*",
    security: "*sikkerhets* | *pålogging* | *tryggleiks*",
    check: "*verifiserings* | kontroll*",
    digits: "tallene | tallet | tala",
  },
  is: {
    otp: "*einnota* | *staðfestingarkóð* | *öryggiskóð* | *öryggistal* | *öryggistöl* | *staðfestingartal* | *staðfestingartöl*",
    code: "*kóði* | *kóða* | *lykilorð* | *aðgangsorð* | kóðinn",
    verify: "staðfest* | skrá* inn | innskrán* | endurstill* | virkja* | auðkenn*",
    neutral: "þinn | þitt | þín | er | nýr | eftirfarandi | til",
    otherThing: "viðskipta* | vöru* | pöntunar* | villu* | póst*",
    sharing: "aldrei | deila | ekki gefa | engum | gefðu ekki",
    label: "reikning* | upphæð | *númer* | sími | kennitala",
    enter: "sláðu inn | notaðu | slá inn | sláið inn | stimplaðu inn | settu inn | skrifaðu",
    is: "er",
    callToAction: "smelltu | samþykk* | boð*",
    boilerplate: "afskrá* | persónuvernd*",
    number: "*númer*",
    security: "*öryggis* | *auðkenn* | *innskráning*",
    check: "*staðfesting*",
    digits: "tölur* | tölustaf* | talnarun*",
    expire: "gildir* | rennur út",
  },
  af: {
    otp: "*eenmalige* | *verifikasiekode* | *sekuriteitskode*",
    code: "*kode* | *wagwoord*",
    verify: "verifi* | teken aan | aanmeld* | bevestig* | herstel* | aktiveer*",
    neutral: "jou | u | die | 'n | n | is | nuwe | volgende | vir",
    otherThing: "kliënt* | bestel* | fout* | produk* | faktuur* | pos*",
    sharing: "moenie | nooit | deel",
    label: "rekening* | bedrag | nommer | bestelling*",
    enter: "voer | gebruik | tik | sleutel | plak",
    is: "is",
    callToAction: "klik hier | klik op | aanvaar* | skakel hieronder | uitnodiging",
    boilerplate: "teken uit | privaatheid* | hulp",
    number: "*nommer",
    security: "*sekuriteits*",
    check: "*verifikasie* | *kontrole*",
    digits: "syfers | getalle",
  },
};
