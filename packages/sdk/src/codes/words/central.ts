import type { Words } from "./kinds.ts";

/** Slavic languages in Latin letters, Baltic, Uralic, Albanian and Turkic ones. */
export const central: Words[] = [
  {
    // Polish
    strong: "jednorazow*",
    code: "*kod*|haslo|hasla|haslem|smskod*",
    verify:
      "weryfik*|potwierd*|autoryz*|uwierzyt*|aktywac*|logowan*|zalogow*|dostep*|bezpiecz*|rejestrac*|tozsam*|autentyk*",
    other: "rabat*|pocztow*|odbior*|promocyj*|znizk*|paczk*|przesyl*|zamowien*|podarunk*|kreskow*|konkurs*|wygran*",
    share: "udostepn*|przekazuj*|podawaj*|ujawni*|nikomu|podac",
    label:
      "konto|konta|karta|karty|karte|nr|numer|zamowienie|zamowienia|faktura|zadzwon|tel|telefon|kwota|kwote|saldo|transakcja|transakcji|operacja|operacji|klient|klienta|rachunek|rachunku|przelew|nr karty|konczac*|op|kw",
    unit: "minut|minuty|min|godz|godzin|godziny|sekund|dni|dzien|tygodni|miesiecy|lat|pkt|roku|sztuk|zl",
    money: "zl|zlotych",
    enter: "wpisz|podaj|uzyj|wprowadz",
    expire: "wazn*|wygas*",
    link: "to|jest|brzmi|wynosi",
    not: "kodak*|*skod*|*szkod*|kodeks*|kodein*|kodi tv",
  },
  {
    // Czech, Slovak
    strong: "jednorazov*|sms kod*|sms klic",
    code: "heslo|hesla|hesle|kodu",
    verify: "over*|potvrd*|autoriz*|autentiz*|prihlas*|aktivac*|bezpec*|registrac*|pristup*|autentifik*",
    other: "slevov*|psc|zlavov*|postovni|vyzvednut*|vydej*|zasilk*|zasielk*|darkov*|objednav*|balik*|soutez*",
    share: "nesdel*|sdel*|nezdiel*|neposkyt*|neprezrad*|nikomu|nepredav*|zdiel*",
    label:
      "ucet|uctu|karta|karty|kartou|cislo|c|cis|objednavka|objednavky|faktura|faktury|volejte|volajte|telefon|tel|linka|castka|castku|zustatek|suma|zostatok|transakce|platba|platby|operace|vs|zakaznik|koncici|op c|id",
    unit: "minut|minuty|min|hodin|hodiny|hod|sekund|dni|dnu|tydnu|mesicu|let|kc|bodu|ks",
    money: "kc|korun",
    enter: "zadejte|zadajte|pouzijte|pouzite|opiste|vlozte",
    expire: "plat*|vyprs*",
    link: "je|zni",
  },
  {
    // Slovenian, Croatian, Bosnian, Serbian in Latin letters
    strong: "jednokrat*|enkratn*",
    code: "geslo|gesla|lozink*|sifra|sifre|sifru|zaporka|zaporku|koda",
    verify:
      "potvrd*|potrdit*|potrjev*|overit*|overj*|provjer*|prover*|preverit*|prijav*|aktivac*|autentif*|verifik*|sigurnosn*|varnostn*|pristup*",
    other: "popust*|postanski|postni|preuziman*|prevzem*|posiljk*|paket*|narudzb*|narocil*|poklon*|nagrad*|kupon*",
    share: "dijeli*|delite|deliti|podijel*|otkriv*|razkri*|nikome|nikomu|dajte|posreduj*|zaupaj*|saopstav*",
    label:
      "racun|racuna|kartica|kartice|karticom|kartico|broj|stevilka|narudzba|narocilo|pozovite|nazovite|poklicite|telefon|iznos|znesek|stanje|saldo|transakcija|ref|br|st|zavrsava",
    unit: "minuta|minute|minut|sati|sat|ur|ure|sekundi|sekund|dana|dni|dan|godina|bodova|tock|din|dinara",
    money: "dinara|kn|kuna",
    enter: "unesite|upisite|koristite|vnesite|uporabite|ukucajte",
    expire: "vazi|vrijedi|istice|velja*|potece|vazec*",
    link: "je|glasi",
  },
  {
    // Hungarian
    strong: "egyszer hasznalatos|egyszeri",
    code: "jelszo*|jelszav*|kodja*|*kod|*kodja|*kodod",
    verify:
      "*hitelesit*|*megerosit*|*ellenorz*|*bejelentkez*|belep*|*azonosit*|*aktival*|*biztonsag*|*jovahagy*|*regisztrac*",
    other: "*kedvezmeny*|*kupon*|*iranyito*|*atvetel*|*ajandek*|*rendeles*|*csomag*|*nyerem*",
    share: "megoszt*|ossza|adja|adja meg senki*|senki*|kiad*|arulja",
    label:
      "szamla|szamlaszam|kartya|rendeles|rendelesszam|szam|ugyfelszam|hivja|telefon|osszeg|egyenleg|tranzakcio|vegu|kartyaszam",
    unit: "perc|percig|percen|ora|oraig|masodperc|nap|napig|het|honap|ev|pont|ft|forint",
    money: "ft|forint",
    enter: "irja|adja meg|hasznalja|ird be",
    expire: "ervenyes*|lejar*",
    link: "a|az",
  },
  {
    // Finnish, Estonian
    strong: "kertakayt*|uhekord*",
    code: "*koodi*|*kood|*koodiga|*salasana*|tunnusluku*|*parool*|*salason*|avainluku*|pin-tunnus",
    verify:
      "*vahvist*|*todenn*|*kirjaut*|*tunnist*|*varmen*|*turva*|*aktiv*|*kinnit*|*autenti*|*verifits*|sisselog*|logi sisse",
    other:
      "*alennus*|*postinumero*|*nouto*|*lahjakort*|*tilaus*|*seuranta*|*soodus*|*kinke*|*pakiautomaa*|*pakkiautomaa*|*kampanja*|*tarjous*",
    share: "jaa|kerro|luovut*|paljasta|kenellekaan|jaga|avalda|kellelegi|edasta*",
    label:
      "tili|tilin|kortti|kortin|tilaus|tilausnumero|lasku|viite|numero|soita|puhelin|summa|saldo|asiakas|konto|kaart|kaardi|tellimus|arve|helista|telefon|number|jaak|tilinumero|puh",
    unit: "minuuttia|minuutin|min|tuntia|tunnin|sekuntia|paivaa|viikkoa|vuotta|minutit|minuti|tundi|paeva|sekundit|klo",
    enter: "syota|anna|kayta|sisesta|kasuta",
    expire: "voimassa|vanhen*|kehtiv*|kehtib|aegub",
    link: "on",
  },
  {
    // Latvian, Lithuanian
    strong: "vienreiz*|vienkart*",
    code: "kods|kodu|kodas|kodo|parole|paroli|slaptazod*",
    verify:
      "apstiprin*|verifik*|autentif*|autentifik*|pieslegs*|piekluv*|patvirtin*|prisijung*|tapatyb*|saugum*|drosib*|aktiv*|autoriz*",
    other: "atlaid*|pasta|nuolaid*|pasto|sanems*|pasutij*|siunt*|atsiem*|uzsakym*|davan*|dovan*|loterij*",
    share: "neizpau*|izpau*|nedod*|nevienam|neatskleis*|atskleis*|nesidal*|niekam|dalinki*|neperduok*",
    label:
      "konts|konta|karte|kartes|pasutijums|numurs|zvaniet|talrunis|summa|atlikums|saskaita|kortele|korteles|uzsakymas|numeris|skambinkite|likutis|nr",
    unit: "minutes|min|stundas|sekundes|dienas|minuciu|minutes|valandu|val|sekundziu|dienu|d",
    enter: "ievadi*|izmanto*|iveskite|naudok*|veskite",
    expire: "derig*|galioj*|termins",
    link: "ir|yra",
  },
  {
    // Albanian, Esperanto
    strong: "njeperdorim*|nje here",
    code: "kodi|kodin|fjalekalim*|pasvorto|kodo",
    verify: "verifik*|konfirm*|vertet*|hyrje|kycje|aktiviz*|identifik*|sigur*",
    other: "zbritje*|postar|porosi*|dhurat*",
    share: "ndani|shpernda*|tregoni|jepni|askujt",
    label: "llogari*|karta|kartes|numri|porosia|telefononi|shuma|bilanci|nr",
    unit: "minuta|ore|dite|sekonda",
    enter: "perdor*|vendos*|shkruani|fut*",
    expire: "vlefshem|skadon|vlen",
    link: "eshte|estas",
  },
  {
    // Turkish, Azerbaijani, Uzbek, Turkmen, Kurdish in Latin letters
    strong: "tek kullanimlik|birdefelik|bir martalik|birdəfəlik|bir defalik|yekcar",
    code: "*sifre*|parola*|sifr|kodunuz|parol*|kodi|kodu|kodin|sifrə*|peyvborin|koda|nasname",
    verify:
      "dogrula*|onay*|giris*|guvenlik*|aktivasyon*|kimlik|tasdiq*|tesdiq*|təsdiq*|tasdikla*|kirish|giriş|uyelik|piştrast*|pistrast*|tassykla*",
    other: "indirim*|kupon*|hediye*|posta|promosyon*|teslim*|kargo*|siparis*|endirim*|chegirma*|kampanya*|cekilis*",
    share: "paylas*|paylaş*|soyleme*|vermey*|kimse*|heç kim*|hec kim*|ulash*|bermang|aytmang|hech kim*|parve",
    label:
      "hesap|hesabiniz*|hesabiniza|kart|kartiniz*|no|nolu|numarali|numara*|siparis|fatura|arayin|tel|telefon|tutar|bakiye|toplam|musteri|islem|hisob|karta|buyurtma|raqam|hesab|balans|mebleg|məbləğ|sifaris|referans",
    unit: "dakika|dk|dakikadir|saat|saniye|sn|gun|hafta|ay|yil|daqiqa|kun|puan|deqiqe|dəqiqə|kişi|nolu|numarali|ile biten|tarihinde|tarixində",
    money: "tl|lira|manat|azn|so'm|uzs",
    enter: "girin*|giriniz|kullan*|yazin|kiriting|daxil|istifade",
    expire: "gecerli*|suresi|muddet*|amal qiladi|etibarli*",
    link: "dir|olarak|budur",
  },
];
