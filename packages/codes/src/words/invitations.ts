import type { Family } from "./kinds.ts";

/** Words on the links of mails that invite: those that accept, those that end the mails, and what only shows something. */
export const invitations: Family = {
  en: {
    act: "join us | take part | count me in | yes",
    aside: "read more | view online | stop these | stop getting | no longer receive | manage emails",
  },
  de: {
    act: "teilnehmen | beitreten | mitmachen | zusagen",
    aside: "mehr lesen | weiterlesen | zum artikel | keine mails | abbestellen | abmelden | nicht mehr erhalten",
  },
  fr: {
    act: "accepter | rejoindre | participer | rejoignez* | j'accepte",
    aside: "lire la suite | en savoir plus | ne plus recevoir | se désinscrire | me désinscrire | désinscription",
  },
  es: {
    act: "aceptar | únete | unirse | unirme | participar",
    aside: "leer más | seguir leyendo | darse de baja | darte de baja | dejar de recibir",
  },
  pt: {
    act: "aceitar | aderir | participar | juntar-se | entrar no",
    aside: "ler mais | leia mais | deixar de receber | cancelar inscrição",
  },
  it: {
    act: "accetta | unisciti | partecipa | aderisci",
    aside: "leggi tutto | continua a leggere | disiscriviti | annulla iscrizione | non ricevere più",
  },
  nl: {
    act: "accepteren | meedoen | deelnemen | doe mee",
    aside: "lees meer | lees verder | uitschrijven | geen mail meer | afmelden",
  },
  sv: { act: "tacka ja | gå med | delta | anslut", aside: "läs mer | avanmäl* | avregistrera* | sluta få" },
  da: { act: "tag imod | deltag | bliv medlem | accepter", aside: "læs mere | frameld* | afmeld* | stop mails" },
  nb: { act: "godta | bli med | delta | aksepter", aside: "les mer | meld deg av | avslutt abonnement*" },
  fi: { act: "liity* | osallistu* | hyväksy*", aside: "lue lisää | poistu listalta | peru tilaus | lopeta viestit" },
  is: { act: "taka þátt | samþykkja | ganga í", aside: "afskrá*" },
  pl: {
    act: "dołącz* | przyjmij | weź udział",
    aside: "czytaj dalej | czytaj więcej | wypisz się | zrezygnuj | rezygnuj*",
  },
  cs: {
    act: "přidat se | připoj* | přijmout | zúčastnit",
    aside: "číst dál | číst více | odhlásit | odhlaste se | zrušit odběr",
  },
  sk: { act: "pridať sa | pripoj* | prijať", aside: "čítať ďalej | odhlásiť | zrušiť odber" },
  hu: { act: "csatlakoz* | elfogad* | részt vesz*", aside: "tovább olvas* | bővebben | leiratkoz* | feliratkozás" },
  ro: { act: "alătur* | participă | acceptă", aside: "citește mai mult | dezabon* | părăsi*" },
  hr: { act: "pridruži* | sudjeluj*", aside: "pročitaj više | odjavi se | otkaži pretplatu" },
  sl: { act: "pridruži* | sodeluj*", aside: "preberi več | odjava | odjavi* | prekliči naročnino" },
  sr: { act: "придружи* | учествуј*", aside: "одјави се" },
  ru: {
    act: "присоедин* | принять | вступ* | участвовать",
    aside: "читать далее | подробнее | отписаться | отпис* | отказаться от рассылки",
  },
  uk: { act: "приєдн* | долуч* | вступити", aside: "читати далі | докладніше | відпис*" },
  bg: { act: "приемете | приеми | участвай*", aside: "прочетете още | отпиш* | отпис*" },
  be: { act: "далучыцца | прыняць", aside: "адпісацца" },
  el: { act: "συμμετ* | γίνε μέλος | αποδοχή", aside: "διαβάστε περισσότερα | κατάργηση* | διαγραφή" },
  tr: { act: "katıl* | kabul et*", aside: "devamını oku | listeden çık* | abonelikten çık* | aboneliği iptal" },
  az: { act: "qoşul* | qəbul et*", aside: "abunəlikdən çıx*" },
  et: { act: "liitu* | osale* | võta vastu", aside: "loobu kirja* | tühista tellimus" },
  lv: { act: "pievienoj* | piedalī*", aside: "atteikties | atrakst*" },
  lt: { act: "prisijunk prie | prisidėk | dalyvau*", aside: "atsisakyti | atsisakau" },
  ca: { act: "uneix* | accepta* | participa*", aside: "dona't de baixa | cancel·la la subscripció" },
  gl: { act: "únete | aceptar", aside: "darse de baixa" },
  eu: { act: "batu | onartu", aside: "harpidetza utzi" },
  ar: { act: "انضم | الانضمام | قبول الدعوة | شارك", aside: "اقرأ المزيد | الغاء الاشتراك | إيقاف الرسائل" },
  fa: { act: "بپیوند* | پیوستن | پذیرفتن دعوت", aside: "ادامه مطلب | لغو عضویت | لغو اشتراک" },
  he: { act: "הצטרפות | להצטרף | הצטרפו | אישור ההזמנה", aside: "קרא עוד | להמשך קריאה | הסרה מרשימה | ביטול הרשמה" },
  hi: { act: "शामिल हों | स्वीकार करें | जुड़ें", aside: "और पढ़ें | सदस्यता छोड़ें | सदस्यता रद्द" },
  th: { act: "เข้าร่วม | ตอบรับ | ยอมรับ", aside: "อ่านต่อ | อ่านเพิ่มเติม | ยกเลิกการรับ | เลิกติดตาม" },
  vi: { act: "tham gia | chấp nhận", aside: "xem thêm | đọc tiếp | hủy đăng ký | hủy nhận" },
  id: {
    act: "bergabung | gabung | ikut",
    aside: "baca selengkapnya | selengkapnya | berhenti langganan | berhenti berlangganan",
  },
  ms: { act: "sertai | terima jemputan", aside: "berhenti melanggan" },
  tl: { act: "sumali | tanggapin", aside: "mag-unsubscribe" },
  sw: { act: "jiunge | kubali", aside: "jiondoe" },
  zh: {
    act: "接受邀请 | 接受邀請 | 加入 | 参加 | 參加",
    aside: "阅读全文 | 閱讀全文 | 阅读更多 | 退订 | 退訂 | 取消订阅",
    other: "发票 | 账单 | 帳單 | 对账单",
  },
  ja: {
    act: "参加する | 参加 | 承諾する",
    aside: "続きを読む | もっと見る | 配信停止 | 配信を停止 | 購読解除",
    other: "請求 | 明細 | 領収書",
  },
  ko: {
    act: "수락하기 | 참여하기 | 참가",
    aside: "더 보기 | 더 읽기 | 수신거부 | 수신 거부 | 구독 취소",
    other: "청구서 | 영수증 | 명세서",
  },
};
