import type { Family } from "./kinds.ts";

/** Words of everyday messages, besides those of the language's family: to sign in, to approve a payment, and what else has a code. */
export const everyday: Family = {
  en: {
    otherThing:
      "meter | locker code | machine | equipment | device code | building | elevator | gate | door | parking | school | kitchen | printer | wifi | voting | survey | referral",
    verify: "approve | sign-up | sign-off",
    enter: "reply with | answer with | punch",
  },
  de: {
    verify:
      "schalten sie | melden sie sich | melde dich | sich anmelden | freigeben | geben sie die | genehmig* | autorisier*",
    otherThing:
      "raum* | raumcode* | wohnung* | anlage* | anlagen* | inventar* | zähler* | geräte* | maschine* | tür* | gebäude* | schul* | parkplatz* | abteilung* | drucker*",
    with: "damit",
  },
  fr: {
    verify: "connectez-vous | vous connecter | se connecter | connecte-toi | validez | approuvez | inscription",
    otherThing:
      "immobilisation* | compteur* | inventaire* | immeuble | portail | porte | école | machine | appareil | bâtiment | étage",
    enter: "utilisez-le | utilise-le | tapez | composez | entrez",
  },
  es: {
    verify:
      "iniciar sesión | inicia sesión | inicie sesión | acceso | acceder | accede | apruebe | aprueba | aprobar | autoriza* | registro",
    otherThing:
      "activo | contador | inventario | edificio | puerta | portal | colegio | escuela | máquina | aparato | medidor",
    enter: "úsalo | úselo | escriba | teclea | teclee | marque",
  },
  it: {
    verify: "accedere | accedi | acceda | accesso | approva | approvi | autorizza* | conferma | registrazione",
    otherThing: "cespite | contatore | inventario | edificio | portone | scuola | macchina | apparecchio | impianto",
    enter: "usalo | lo usi | scrivi | digiti",
  },
  pt: {
    verify:
      "inicie sessão | iniciar sessão | entrar | acesse | acessar | página de entrada | aprove | aprovar | autorize | registo | cadastro",
    otherThing: "ativo | contador | inventário | edifício | porta | portão | escola | máquina | equipamento | medidor",
    enter: "use-o | utilize-o | escreva | escreve",
  },
  nl: {
    verify: "inlog* | in te loggen | aanmelden | meld je aan | keur | goedkeur* | registratie",
    otherThing:
      "activa | activanummer* | activacode* | meterstand* | inventaris* | gebouw* | deurcode | poort* | machine* | apparaat* | school*",
    enter: "typ | tik | toets | gebruik het | gebruik deze | voer",
  },
  pl: {
    verify: "zaloguj* | zalogować | logowani* | zatwierdź | zatwierdz* | akceptuj | rejestracj*",
    otherThing:
      "środka trwałego | gazomierz* | licznik* | inwentarz* | budynk* | drzwi | bramy | szkoł* | maszyn* | urządzeni*",
    enter: "wpisując | użyj go | wprowadź",
    with: "wpisując | podając",
  },
  cs: {
    verify: "přihlaste se | přihlášení | přihlašovací | schvalte | schval | autorizuj* | registrac*",
    otherThing:
      "majetku | plynoměr* | elektroměr* | vodoměr* | inventá* | budov* | dveř* | vrat | škol* | stroj* | zařízení",
    enter: "použijte ho | použij ho | použijte jej",
  },
  sv: {
    verify: "logga in | inloggning* | godkänn* | registrering*",
    otherThing:
      "tillgång* | gasmätar* | elmätar* | mätar* | inventar* | byggnad* | dörr* | portkod* | skol* | maskin* | apparat*",
    enter: "skriv in | använd den | använd det | knappa in",
  },
  hu: {
    verify: "jelentkezzen be | jelentkezz be | bejelentkez* | hagyja jóvá | jóváhagy* | regisztráci*",
    otherThing: "eszköz* | gázóra | villanyóra | vízóra | leltár* | épület* | kapukód* | iskola* | gép* | készülék*",
    enter: "írja be | írd be | gépelje be",
    with: "ezzel | kóddal",
  },
  tr: {
    verify: "giriş yap* | oturum aç* | onayla* | kaydı tamamla* | kayıt",
    otherThing: "varlık | sayaç* | sayacı* | demirbaş* | bina* | kapı* | okul* | makine* | cihaz*",
    enter: "yazın | bunu kullanın | tuşlayın | girin",
  },
  ru: {
    verify: "войдите | войти | вход* | подтвердите | одобрите | авторизу* | регистраци*",
    otherThing:
      "актива | активы | счетчик* | счётчик* | инвентар* | здани* | двер* | домофон* | школ* | станк* | оборудовани* | прибор*",
    enter: "используйте его | используй | введите",
    with: "с помощью | кодом",
  },
  uk: {
    verify: "увійдіть | увійти | вход* | вхід | підтвердьте | схваліть | авториз* | реєстраці*",
    otherThing: "активу | лічильник* | інвентар* | будівл* | двер* | домофон* | школ* | обладнанн* | прилад*",
    enter: "використайте | використовуйте | введіть",
    with: "за допомогою",
    callToAction: "приєдна* | прийняти | прийміть",
    boilerplate: "відписа* | скасувати підписку",
  },
  bg: {
    verify: "влезте | влезете | одобрете | упълномощ*",
    otherThing:
      "на актив | газомер* | електромер* | водомер* | инвентар* | сграда* | врата* | училищ* | машина* | уред*",
    enter: "използвайте го",
    callToAction: "присъедин* | приемане",
    boilerplate: "отказ от абонамент",
  },
  mk: {
    verify: "најавете се | најави се | најава | одобрете | потврдете | регистраци*",
    otherThing: "средство | мерач* | инвентар* | зграда* | врата* | училиш* | машина* | уред*",
    enter: "користете | внесете | искористете",
    label: "број на трансакција | број на нарачка | број на клиент",
    callToAction: "прифати* | приклучи*",
    boilerplate: "отпиши се | одјави се | откажи претплата",
  },
  el: {
    verify: "πρόσβασης | πρόσβαση | συνδεθείτε | σύνδεση* | σύνδεσης | εγκρίνετε | επιβεβαιώστε | εγγραφή*",
    otherThing:
      "πολυκατοικίας | εισόδου κτιρίου | παγίου | μετρητή | μετρητής | απογραφής | κτιρίου | πόρτας | σχολείου | μηχανήματος | συσκευής",
    enter: "χρησιμοποιήστε | εισαγάγετε | πληκτρολογήστε",
    callToAction: "αποδοχή | συμμετοχή | αποδεχτείτε",
    boilerplate: "διαγραφή από | κατάργηση εγγραφής",
  },
  ja: {
    verify: "承認 | ログイン | 登録を完了",
    otherThing: "資産 | メーター | 検針 | 備品 | 設備 | 建物 | ドア | 学校 | 機械 | 機器 | 版 | 部署",
    enter: "お使いください | 使ってください | 入力してください",
    callToAction: "承諾 | 参加",
    boilerplate: "購読を解除",
  },
  zh: {
    verify: "登录 | 登入 | 付款确认 | 完成注册 | 完成註冊",
    otherThing:
      "资产 | 資產 | 读数 | 讀數 | 燃气表 | 瓦斯表 | 电表 | 水表 | 设备 | 設備 | 库存 | 門禁 | 门禁 | 学校 | 部门 | 版本",
    enter: "请用它 | 請用它 | 使用 | 请用 | 請用",
    callToAction: "接受 | 加入",
    boilerplate: "取消订阅 | 取消訂閱 | 退訂",
    label: "编号 | 編號 | 工单 | 案件",
  },
  ko: {
    verify: "승인 | 로그인 | 가입을 완료",
    otherThing: "자산 | 계량기 | 검침 | 비품 | 설비 | 건물 | 출입문 | 학교 | 기기 | 장비 | 부서",
    enter: "사용하세요 | 입력하세요 | 입력하여",
    callToAction: "수락 | 참여",
  },
  ar: {
    verify: "تسجيل الدخول | سجل الدخول | اكد | وافق | اكمال التسجيل",
    otherThing: "الأصل | عداد | العداد | الجرد | المبنى | الباب | المدرسة | الجهاز | الآلة",
    enter: "استخدمه | استعمل | ادخل",
    callToAction: "قبول | الانضمام | انضم*",
    boilerplate: "إلغاء الاشتراك | مغادرة القائمة",
  },
  fa: {
    verify: "وارد شوید | وارد شو | ورود | تایید کنید | ثبت نام | ثبت‌نام",
    otherThing: "دارایی | کنتور | اموال | ساختمان | درب | مدرسه | دستگاه",
    enter: "وارد کنید | استفاده کنید | وارد نمایید",
    callToAction: "پذیرش | پیوستن | بپیوندید",
    boilerplate: "لغو اشتراک | خروج از فهرست",
  },
  hi: {
    verify: "लॉगिन | पुष्टि | पंजीकरण | मंज़ूर* | स्वीकृत*",
    otherThing: "संपत्ति | मीटर | रीडिंग | भवन | दरवाज़* | स्कूल | मशीन | उपकरण",
    enter: "दर्ज | उपयोग करें | डालें",
    callToAction: "स्वीकार | शामिल",
    boilerplate: "सदस्यता समाप्त | सूची छोड़ें",
  },
  te: {
    verify: "లాగిన్* | నిర్ధారించ* | నమోదును పూర్తి | ధృవీకరించ* | ఆమోదించ*",
    otherThing: "ఆస్తి | మీటర్ | రీడింగ్ | భవనం | పాఠశాల | యంత్రం",
    enter: "నమోదు చేయండి | ఉపయోగించండి",
    otp: "ఓటీపీ*",
    callToAction: "అంగీకరించ* | చేరండి",
    boilerplate: "చందా రద్దు",
    code: "పాస్కోడ్* | సంకేత*",
  },
  pa: {
    verify: "ਲੌਗਇਨ* | ਲਾਗਇਨ* | ਪੁਸ਼ਟੀ* | ਪ੍ਰਮਾਣ* | ਰੀਸੈੱਟ | ਸਾਈਨ ਇਨ",
    otherThing: "ਸੰਪਤੀ | ਮੀਟਰ | ਰੀਡਿੰਗ | ਇਮਾਰਤ | ਸਕੂਲ | ਮਸ਼ੀਨ",
    enter: "ਦਰਜ ਕਰੋ | ਵਰਤੋ* | ਵਰਤੋਂ",
    otp: "ਓਟੀਪੀ*",
    callToAction: "ਸਵੀਕਾਰ | ਸ਼ਾਮਲ",
    boilerplate: "ਗਾਹਕੀ ਰੱਦ",
    code: "ਪਾਸਕੋਡ* | ਪਿੰਨ*",
  },
  cak: {
    code: "awewan tzij* | ewan tzij* | ewan taq tzij* | b'itz'ib'* | kodigo* | bitz'ib'*",
    verify: "jikib'* | jikib'axik | jikibaxik* | tikirisax* | titikirisax* | tokem | okem | tojikib'*",
    enter: "tatz'ib'aj | tawokisaj | tokisax | tatz'ibaj",
    neutral: "re | ri | awewan | nik'atzin | chupam | richin | pa",
    callToAction: "tapitz'a' | tapitz'a | tik'ul",
    boilerplate: "titojtob'ex ta | ichinan na'oj",
  },
  gn: {
    code: "ñe'ẽñemi* | ayvu* | ñe’ẽñemi* | papapy ñemi | mbohéra",
    verify:
      "moneĩ* | emoneĩ* | rechajey* | ehechajey* | eike | ñemoneĩ* | jehechajey* | tembiapo ñepyrũ | emboheraguapy",
    enter: "emoinge | eipuru | ehai",
    neutral: "nde | ko | pe | ne | hag̃ua | rehegua",
    callToAction: "eikutu | ejapo | emoneĩ | eñemoirũ",
  },
  kab: {
    code: "awal uffir | awal n uεeddi | awal n uɛeddi | awalen uffiren | tangalt* | tengalt* | tingalin",
    verify: "asentem* | sentem* | asenqed* | senqed* | tuqqna | qqen | anekcum | kcem | aseɣzan | s usentem | usentem",
    enter: "sekcem* | seqdec* | aru | sniɣem",
    neutral: "inek | inem | ik | im | n | d | agi | a | yagi | i",
    callToAction: "sit | ssit | qbel | eddu",
    label: "uttun | amiḍan",
  },
};
