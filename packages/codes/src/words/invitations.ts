import type { Family } from "./kinds.ts";

/** Words on the links of mails that invite: those that accept, those that end the mails, and what only shows something. */
export const invitations: Family = {
  en: {
    callToAction: "join us | take part | count me in | yes",
    boilerplate: "read more | view online | stop these | stop getting | no longer receive | manage emails",
  },
  de: {
    callToAction: "teilnehmen | beitreten | mitmachen | zusagen",
    boilerplate: "mehr lesen | weiterlesen | zum artikel | keine mails | abbestellen | abmelden | nicht mehr erhalten",
  },
  fr: {
    callToAction: "accepter | rejoindre | participer | rejoignez* | j'accepte",
    boilerplate: "lire la suite | en savoir plus | ne plus recevoir | se désinscrire | me désinscrire | désinscription",
  },
  es: {
    callToAction: "aceptar | únete | unirse | unirme | participar",
    boilerplate: "leer más | seguir leyendo | darse de baja | darte de baja | dejar de recibir",
  },
  pt: {
    callToAction: "aceitar | aderir | participar | juntar-se | entrar no",
    boilerplate: "ler mais | leia mais | deixar de receber | cancelar inscrição",
  },
  it: {
    callToAction: "accetta | unisciti | partecipa | aderisci",
    boilerplate: "leggi tutto | continua a leggere | disiscriviti | annulla iscrizione | non ricevere più",
  },
  nl: {
    callToAction: "accepteren | meedoen | deelnemen | doe mee",
    boilerplate: "lees meer | lees verder | uitschrijven | geen mail meer | afmelden",
  },
  sv: {
    callToAction: "tacka ja | gå med | delta | anslut",
    boilerplate: "läs mer | avanmäl* | avregistrera* | sluta få",
  },
  da: {
    callToAction: "tag imod | deltag | bliv medlem | accepter",
    boilerplate: "læs mere | frameld* | afmeld* | stop mails",
  },
  nb: {
    callToAction: "godta | bli med | delta | aksepter",
    boilerplate: "les mer | meld deg av | avslutt abonnement*",
  },
  fi: {
    callToAction: "liity* | osallistu* | hyväksy*",
    boilerplate: "lue lisää | poistu listalta | peru tilaus | lopeta viestit",
  },
  is: { callToAction: "taka þátt | samþykkja | ganga í", boilerplate: "afskrá*" },
  pl: {
    callToAction: "dołącz* | przyjmij | weź udział",
    boilerplate: "czytaj dalej | czytaj więcej | wypisz się | zrezygnuj | rezygnuj*",
  },
  cs: {
    callToAction: "přidat se | připoj* | přijmout | zúčastnit",
    boilerplate: "číst dál | číst více | odhlásit | odhlaste se | zrušit odběr",
  },
  sk: { callToAction: "pridať sa | pripoj* | prijať", boilerplate: "čítať ďalej | odhlásiť | zrušiť odber" },
  hu: {
    callToAction: "csatlakoz* | elfogad* | részt vesz*",
    boilerplate: "tovább olvas* | bővebben | leiratkoz* | feliratkozás",
  },
  ro: { callToAction: "alătur* | participă | acceptă", boilerplate: "citește mai mult | dezabon* | părăsi*" },
  hr: { callToAction: "pridruži* | sudjeluj*", boilerplate: "pročitaj više | odjavi se | otkaži pretplatu" },
  sl: { callToAction: "pridruži* | sodeluj*", boilerplate: "preberi več | odjava | odjavi* | prekliči naročnino" },
  sr: { callToAction: "придружи* | учествуј*", boilerplate: "одјави се" },
  ru: {
    callToAction: "присоедин* | принять | вступ* | участвовать",
    boilerplate: "читать далее | подробнее | отписаться | отпис* | отказаться от рассылки",
  },
  uk: { callToAction: "приєдн* | долуч* | вступити", boilerplate: "читати далі | докладніше | відпис*" },
  bg: { callToAction: "приемете | приеми | участвай*", boilerplate: "прочетете още | отпиш* | отпис*" },
  be: { callToAction: "далучыцца | прыняць", boilerplate: "адпісацца" },
  el: { callToAction: "συμμετ* | γίνε μέλος | αποδοχή", boilerplate: "διαβάστε περισσότερα | κατάργηση* | διαγραφή" },
  tr: {
    callToAction: "katıl* | kabul et*",
    boilerplate: "devamını oku | listeden çık* | abonelikten çık* | aboneliği iptal",
  },
  az: { callToAction: "qoşul* | qəbul et*", boilerplate: "abunəlikdən çıx*" },
  et: { callToAction: "liitu* | osale* | võta vastu", boilerplate: "loobu kirja* | tühista tellimus" },
  lv: { callToAction: "pievienoj* | piedalī*", boilerplate: "atteikties | atrakst*" },
  lt: { callToAction: "prisijunk prie | prisidėk | dalyvau*", boilerplate: "atsisakyti | atsisakau" },
  ca: { callToAction: "uneix* | accepta* | participa*", boilerplate: "dona't de baixa | cancel·la la subscripció" },
  gl: { callToAction: "únete | aceptar", boilerplate: "darse de baixa" },
  eu: { callToAction: "batu | onartu", boilerplate: "harpidetza utzi" },
  ar: {
    callToAction: "انضم | الانضمام | قبول الدعوة | شارك",
    boilerplate: "اقرأ المزيد | الغاء الاشتراك | إيقاف الرسائل",
  },
  fa: { callToAction: "بپیوند* | پیوستن | پذیرفتن دعوت", boilerplate: "ادامه مطلب | لغو عضویت | لغو اشتراک" },
  he: {
    callToAction: "הצטרפות | להצטרף | הצטרפו | אישור ההזמנה",
    boilerplate: "קרא עוד | להמשך קריאה | הסרה מרשימה | ביטול הרשמה",
  },
  hi: { callToAction: "शामिल हों | स्वीकार करें | जुड़ें", boilerplate: "और पढ़ें | सदस्यता छोड़ें | सदस्यता रद्द" },
  th: { callToAction: "เข้าร่วม | ตอบรับ | ยอมรับ", boilerplate: "อ่านต่อ | อ่านเพิ่มเติม | ยกเลิกการรับ | เลิกติดตาม" },
  vi: { callToAction: "tham gia | chấp nhận", boilerplate: "xem thêm | đọc tiếp | hủy đăng ký | hủy nhận" },
  id: {
    callToAction: "bergabung | gabung | ikut",
    boilerplate: "baca selengkapnya | selengkapnya | berhenti langganan | berhenti berlangganan",
  },
  ms: { callToAction: "sertai | terima jemputan", boilerplate: "berhenti melanggan" },
  tl: { callToAction: "sumali | tanggapin", boilerplate: "mag-unsubscribe" },
  sw: { callToAction: "jiunge | kubali", boilerplate: "jiondoe" },
  zh: {
    callToAction: "接受邀请 | 接受邀請 | 加入 | 参加 | 參加",
    boilerplate: "阅读全文 | 閱讀全文 | 阅读更多 | 退订 | 退訂 | 取消订阅",
    otherThing: "发票 | 账单 | 帳單 | 对账单",
  },
  ja: {
    callToAction: "参加する | 参加 | 承諾する",
    boilerplate: "続きを読む | もっと見る | 配信停止 | 配信を停止 | 購読解除",
    otherThing: "請求 | 明細 | 領収書",
  },
  ko: {
    callToAction: "수락하기 | 참여하기 | 참가",
    boilerplate: "더 보기 | 더 읽기 | 수신거부 | 수신 거부 | 구독 취소",
    otherThing: "청구서 | 영수증 | 명세서",
  },
};
