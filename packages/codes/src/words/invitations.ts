import type { Family } from "./kinds.ts";

/** Words on the links of mails that invite: those that accept, those that end the mails, and what only shows something. */
export const invitations: Family = {
  en: {
    action: "join us | take part | count me in | yes",
    boilerplate: "read more | view online | stop these | stop getting | no longer receive | manage emails",
  },
  de: {
    action: "teilnehmen | beitreten | mitmachen | zusagen",
    boilerplate: "mehr lesen | weiterlesen | zum artikel | keine mails | abbestellen | abmelden | nicht mehr erhalten",
  },
  fr: {
    action: "accepter | rejoindre | participer | rejoignez* | j'accepte",
    boilerplate: "lire la suite | en savoir plus | ne plus recevoir | se désinscrire | me désinscrire | désinscription",
  },
  es: {
    action: "aceptar | únete | unirse | unirme | participar",
    boilerplate: "leer más | seguir leyendo | darse de baja | darte de baja | dejar de recibir",
  },
  pt: {
    action: "aceitar | aderir | participar | juntar-se | entrar no",
    boilerplate: "ler mais | leia mais | deixar de receber | cancelar inscrição",
  },
  it: {
    action: "accetta | unisciti | partecipa | aderisci",
    boilerplate: "leggi tutto | continua a leggere | disiscriviti | annulla iscrizione | non ricevere più",
  },
  nl: {
    action: "accepteren | meedoen | deelnemen | doe mee",
    boilerplate: "lees meer | lees verder | uitschrijven | geen mail meer | afmelden",
  },
  sv: { action: "tacka ja | gå med | delta | anslut", boilerplate: "läs mer | avanmäl* | avregistrera* | sluta få" },
  da: {
    action: "tag imod | deltag | bliv medlem | accepter",
    boilerplate: "læs mere | frameld* | afmeld* | stop mails",
  },
  nb: { action: "godta | bli med | delta | aksepter", boilerplate: "les mer | meld deg av | avslutt abonnement*" },
  fi: {
    action: "liity* | osallistu* | hyväksy*",
    boilerplate: "lue lisää | poistu listalta | peru tilaus | lopeta viestit",
  },
  is: { action: "taka þátt | samþykkja | ganga í", boilerplate: "afskrá*" },
  pl: {
    action: "dołącz* | przyjmij | weź udział",
    boilerplate: "czytaj dalej | czytaj więcej | wypisz się | zrezygnuj | rezygnuj*",
  },
  cs: {
    action: "přidat se | připoj* | přijmout | zúčastnit",
    boilerplate: "číst dál | číst více | odhlásit | odhlaste se | zrušit odběr",
  },
  sk: { action: "pridať sa | pripoj* | prijať", boilerplate: "čítať ďalej | odhlásiť | zrušiť odber" },
  hu: {
    action: "csatlakoz* | elfogad* | részt vesz*",
    boilerplate: "tovább olvas* | bővebben | leiratkoz* | feliratkozás",
  },
  ro: { action: "alătur* | participă | acceptă", boilerplate: "citește mai mult | dezabon* | părăsi*" },
  hr: { action: "pridruži* | sudjeluj*", boilerplate: "pročitaj više | odjavi se | otkaži pretplatu" },
  sl: { action: "pridruži* | sodeluj*", boilerplate: "preberi več | odjava | odjavi* | prekliči naročnino" },
  sr: { action: "придружи* | учествуј*", boilerplate: "одјави се" },
  ru: {
    action: "присоедин* | принять | вступ* | участвовать",
    boilerplate: "читать далее | подробнее | отписаться | отпис* | отказаться от рассылки",
  },
  uk: { action: "приєдн* | долуч* | вступити", boilerplate: "читати далі | докладніше | відпис*" },
  bg: { action: "приемете | приеми | участвай*", boilerplate: "прочетете още | отпиш* | отпис*" },
  be: { action: "далучыцца | прыняць", boilerplate: "адпісацца" },
  el: { action: "συμμετ* | γίνε μέλος | αποδοχή", boilerplate: "διαβάστε περισσότερα | κατάργηση* | διαγραφή" },
  tr: {
    action: "katıl* | kabul et*",
    boilerplate: "devamını oku | listeden çık* | abonelikten çık* | aboneliği iptal",
  },
  az: { action: "qoşul* | qəbul et*", boilerplate: "abunəlikdən çıx*" },
  et: { action: "liitu* | osale* | võta vastu", boilerplate: "loobu kirja* | tühista tellimus" },
  lv: { action: "pievienoj* | piedalī*", boilerplate: "atteikties | atrakst*" },
  lt: { action: "prisijunk prie | prisidėk | dalyvau*", boilerplate: "atsisakyti | atsisakau" },
  ca: { action: "uneix* | accepta* | participa*", boilerplate: "dona't de baixa | cancel·la la subscripció" },
  gl: { action: "únete | aceptar", boilerplate: "darse de baixa" },
  eu: { action: "batu | onartu", boilerplate: "harpidetza utzi" },
  ar: { action: "انضم | الانضمام | قبول الدعوة | شارك", boilerplate: "اقرأ المزيد | الغاء الاشتراك | إيقاف الرسائل" },
  fa: { action: "بپیوند* | پیوستن | پذیرفتن دعوت", boilerplate: "ادامه مطلب | لغو عضویت | لغو اشتراک" },
  he: {
    action: "הצטרפות | להצטרף | הצטרפו | אישור ההזמנה",
    boilerplate: "קרא עוד | להמשך קריאה | הסרה מרשימה | ביטול הרשמה",
  },
  hi: { action: "शामिल हों | स्वीकार करें | जुड़ें", boilerplate: "और पढ़ें | सदस्यता छोड़ें | सदस्यता रद्द" },
  th: { action: "เข้าร่วม | ตอบรับ | ยอมรับ", boilerplate: "อ่านต่อ | อ่านเพิ่มเติม | ยกเลิกการรับ | เลิกติดตาม" },
  vi: { action: "tham gia | chấp nhận", boilerplate: "xem thêm | đọc tiếp | hủy đăng ký | hủy nhận" },
  id: {
    action: "bergabung | gabung | ikut",
    boilerplate: "baca selengkapnya | selengkapnya | berhenti langganan | berhenti berlangganan",
  },
  ms: { action: "sertai | terima jemputan", boilerplate: "berhenti melanggan" },
  tl: { action: "sumali | tanggapin", boilerplate: "mag-unsubscribe" },
  sw: { action: "jiunge | kubali", boilerplate: "jiondoe" },
  zh: {
    action: "接受邀请 | 接受邀請 | 加入 | 参加 | 參加",
    boilerplate: "阅读全文 | 閱讀全文 | 阅读更多 | 退订 | 退訂 | 取消订阅",
    other: "发票 | 账单 | 帳單 | 对账单",
  },
  ja: {
    action: "参加する | 参加 | 承諾する",
    boilerplate: "続きを読む | もっと見る | 配信停止 | 配信を停止 | 購読解除",
    other: "請求 | 明細 | 領収書",
  },
  ko: {
    action: "수락하기 | 참여하기 | 참가",
    boilerplate: "더 보기 | 더 읽기 | 수신거부 | 수신 거부 | 구독 취소",
    other: "청구서 | 영수증 | 명세서",
  },
};
