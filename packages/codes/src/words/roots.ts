import type { Family } from "./kinds.ts";

/** Roots that serve many languages at once: what a small program needs of all the words in the other files. */
export const roots: Family = {
  latin: {
    strong:
      "otp | otps | totp | smsotp | eotp | tac | !tan | mtan | smstan | login number | security number | one time* | one-time* | onetime* | odnoraz* | jednoraz* | verification n* | einmal* | *passcode* | *-tan*",
    pin: "pin | pins | tpin | mpin | nip | pin n* | pin-n*",
    code: "chod | captcha | token | jeton* | zeton* | pwd | login key | access key | activation key | security key | klic | mot de passe | chave | geslo | sandi | kata laluan | mat khau | *passcode* | ma otp | ma sms | ma so | la ma | msimbo | nambari | lambar | nenosiri | neno la siri | cod* | code n* | lykilor* | contrasen* | contrasin* | senha* | clave* | parol* | parool* | hasl* | hesl* | lozink* | sifr* | jelsz* | salas* | slaptazod* | fjalekalim* | pasahitz* | suntimatik* | gagtnab* | kupia* | nuuc* | ramz* | ma xac* | ma kich* | ma dang* | ma bao* | ma cua* | tangalt* | *code* | *kod* | *kood* | *koad* | *khod* | *khow* | *kaod* | *schlussel* | *passwor* | *kennwort* | *losenord* | *wachtwoord* | *passord*",
    verify:
      "log in | sign in | sign-in | signin | 2fa | sms | connexion | xac thuc | xac minh | xac nhan | dang nhap | masuk | verif* | logg* | reset* | recover* | potvr* | potwierd* | podtver* | overe* | overi* | patvirt* | tapatyb* | apstiprin* | kinnit* | potrdi* | preveri* | provjer* | prover* | epibeb* | tasdiq* | rasta* | weryfik* | vhod* | dogrula* | onay* | epaliteu* | *confirm* | *konfirm* | *autent* | *authent* | *autori* | *activ* | *aktiv* | *identi* | *login* | *secur* | *anmeld* | *bestatig* | *bekraft* | *bekreft* | *hitelesit* | *megerosit* | *vahvist*",
    other:
      "social | social security | theo doi | khach hang | don hang | area | country | dress | tax | status | error | exit | zone | sort | booking | post | pos | posta | zip | qr | source | swift | bic | ifsc | service | prod* | thue | kupc* | storno* | pelat* | spedizion* | destinatar* | fiscal* | purchase* | reserva* | client* | klient* | erreur* | osibk* | bled* | hata* | musteri* | barra* | identifier* | prenotaz* | postal* | postov* | posens* | pocztow* | pasto* | tahudr* | track* | ship* | invit* | shop* | *postleit* | *fehler* | *fout* | *kunden* | *klant*",
    goods:
      "win | won | checkout | referral | % off | sconto | giam gia | khuyen mai | diskon | pickup | pick-up | pick up | locker | delivery | odbior | odbioru | colis | relais | retrait | vydaci | vidaci | dema | pengambilan | promo* | collect* | reward* | coupon* | kupon* | cupo* | voucher* | gift* | claim* | prize* | winn* | korting* | descuen* | descon* | regal* | reducer* | znizk* | slev* | zlav* | popust* | kedvezm* | atlaid* | nuolaid* | indirim* | endirim* | skidk* | ekpto* | parcel* | package* | paket* | pakke* | paczk* | zasilk* | zasiel* | balik* | vyzved* | vydej* | prevz* | preuzim* | posilj* | csomag* | nyitok* | encomend* | colet* | posylk* | pratk* | parala* | siunt* | atsiem* | sutij* | uksek* | kargo* | teslim* | *discount* | *rabat* | *gutschein* | *gewinn* | *alennus* | *abhol* | *afhaal* | *ophaal* | *hamt* | *oppnings* | *afhen* | *hentek* | *lokero* | *nouto* | *pakomat* | *pakiaut*",
    share:
      "ask for | anyone | nadie | nikomu | nikome | jaa | ndani | chia se | cung cap | berikan | usishiriki | shar* | deel d* | deel j* | del den* | del ik* | disclos* | reveal* | divulg* | weiterg* | mitteil* | niemand* | communiqu* | partag* | compart* | condivid* | comuni* | udostepn* | podaw* | megoszt* | neizpau* | paylas* | kims* | soobsa* | moira* | gauziar* | bagi* | beritahu* | kongsi* | *sdel* | *zdiel* | *senki* | *atskleis*",
    label:
      "ticket | flight | vuelo | a/c | ac | acc | acct | ending | ends | ref | reference | trx | upi | id | no | nr | c | br | tel | helpline | hotline | amount | amt | from | tai khoan | tk | rek | goi | lh | betrag | commande | gd | account* | card* | cart* | kart* | kort* | txn* | transa* | order* | invoic* | num* | call* | telef* | telep* | phone* | bal* | total* | date* | konto* | rachun* | cuenta* | saldo* | zakaz* | zamow* | objedn* | pedido* | bestell* | faktur* | factur* | rechnung* | *nummer* | *zvonit*",
    unit: "min | mins | am | pm | km | minu* | sec* | hour*",
    money:
      "usd | eur | gbp | inr | rs | npr | aed | rp | vnd | tl | uah | pln | zl | czk | kc | huf | ft | lei | sek | nok | dkk | kr | tk | rub* | euro*",
    enter:
      "enter | use | type | utiliz* | utilis* | entrez | vul | nhap ma | geben sie | gib | skriv inn | ange | tastati | syota | wpisz | nhap | masukkan | escrib* | saisi* | ingres* | introdu* | digit* | inser* | insir* | indtast* | zadejt* | zadajt* | unesit* | girin* | kullan* | vvedi*",
    expire: "valid* | expir* | gultig* | platn*",
    own: "na | portal | v | k | si | is | your | my | the | this | new | following | here | temporary | digit* | for | to | of | in | ihr | dein | der | die | votre | ton | le | la | de | du | des | el | su | tu | il | tuo | suo | o | a | seu | je | uw | din | ditt | twoj | vas* | vash* | tvo* | jusu | sinun | az | on | sizin | bu | sas | anda | cua ban",
    backup: "backup | recovery codes | respaldo | secours | wiederherstellungscodes",
    booking:
      "reservation* | booking* | check-in | meeting* | pnr | prenotaz* | reserva | buchung* | reservier* | reservering*",
    parcel: "shipped | parcel | package | locker | courier | paket* | paczk* | pakke* | colis | *abhol*",
    act: "accept* | accepter | click here | click below | button below | link below | following link | continue | set password | update account | akzept* | annehm* | clique* | cliqu* | clic* | klik* | klick* | aceit* | acept* | kabul* | priim* | prija* | zaproszeni* | invit* | einlad* | priglas* | update*",
    aside:
      "unsub* | opt out | opt-out | privacy | terms | help | support | faq | contact | about | blog | twitter | facebook | instagram | linkedin | youtube | app store | google play | abmeld* | abbestell* | afmeld* | uitschrijv* | avregistr* | desabon* | desinscri* | darse de baja | cancelar | descadastr* | disiscri* | annulla iscr* | dezabon* | wypis* | odhlas* | otpis* | leiratk* | odjav* | abonelik* | datenschutz | confidential* | prywatnos* | soukrom* | aide | ayuda | ajuda | hilfe | pomoc* | konfiden* | subscri*",
    link: "is | are | as | be | est | ist | lautet | es | e | to | jest | brzmi | je | er | este | eshte | yra | ir | einai | adalah | ialah | ni | dir | la | yw | estas",
    not: "reference code | transaction code | txn code | order code | ticket code | xcode | skod* | szkod* | kodak* | kodeks* | codec* | codesh* | tokeniz* | *mukod* | *decod* | *encod* | *unicod* | *barcod* | *zipcod* | *postcod* | *vscode* | *qrcod* | *qr-cod*",
  },
  abjad: {
    strong: "رقم التحقق | رقم التاكيد | ون ٹایم | او ٹی پی | یکبار* | یک بار* | חד פעמי* | חד-פעמי*",
    code: "کد | کدی | الرقم السري | رقم سري | گذرواژه | پاس ورڈ | پن | קוד | הקוד | בקוד | קודך | کدت* | کلمه* | پسورد* | پارول* | סיסמ* | הסיסמ* | *رمز* | *کود*",
    verify: "אימות | *تحقق* | *تاکيد* | *تفعيل* | *دخول* | *تایید* | *אישור* | *כניסה*",
    other: "پستی | *بريدي* | *خطا* | *عميل*",
    goods: "הנחה | קופון | تخفیف* | *خصم* | *شحن* | *استلام* | *رهگیری* | *חבילה*",
    share: "کسی | לאף | افشا* | شیر* | *شارک* | *تفصح* | *احد* | *מסור* | *שתף*",
    label:
      "رقم | هاتف | نمبر | کارڈ | חשבון | כרטיס | מספר | הזמנה | טלפון | סכום | اتصل* | کارت* | شماره* | موجودی* | התקשר* | *حساب* | *بطاق* | *طلب* | *مبلغ* | *رصيد* | *استفسار*",
    money: 'ש"ח | שח | ريال* | تومان* | درهم* | دينار* | جني* | שקל*',
    act: "*انقر* | *اضغط* | *الرابط* | כפתור | קישור | کلیک",
    aside: "*إلغاء الاشتراك* | *خصوصية* | הסר* | פרטיות",
    enter: "ادخل | استخدم | הזן | הקש",
    link: "هو | هي | است | ہے | הוא | הינו",
    not: "کدام* | مرموز*",
  },
  indic: {
    strong: "ओटिपि* | ஓடிபி*",
    code: "पिन | पासव* | पासओ* | पास्व* | पिन्* | सांकेत* | *कोड* | *குறியீ* | *கோட்* | *கடவுச்சொல்* | *කේතය* | *මුරපද* | *ኮድ*",
    other: "पोस्ट*",
    verify: "सत्याप* | पुष्ट* | लॉग* | प्रमाण*",
    goods: "छूट | डिस्क* | कूपन* | प्रोमो*",
    share: "शेय* | साझ* | बता* | किस*",
    label: "नंबर | नम्बर | कॉल | खात* | कार्ड*",
    money: "रु | টাকা | रुप*",
    link: "है | आहे | हो | छ | ነው",
  },
  asian: {
    strong:
      "口令 | 安全代码 | 动态密码 | 認証番号 | 確認番号 | ワンタイム | 暗証番号 | 인증번호 | 인증 번호 | 확인번호 | 일회용 | 인증키 | โอทีพี",
    code: "密码 | 密碼 | 代码 | 代碼 | 码 | 碼 | コード | パスワード | 코드 | 비밀번호 | 암호 | รหัส | โค้ด | ລະຫັດ | កូដ | លេខសម្ងាត់ | ကုဒ် | ကုတ်",
    verify:
      "验证 | 驗證 | 認證 | 登录 | 确认 | 認証 | ログイン | 本人 | 인증 | 확인 | 로그인 | ยืนยัน | ຢືນຢັນ | ផ្ទៀងផ្ទាត់ | အတည်ပြု",
    other:
      "오류 | 订单 | 訂單 | 客户 | 客戶 | 产品 | 產品 | 顧客 | 注文 | 고객 | 예약 | 주문 | 追踪 | 追蹤 | 跟踪 | 追跡 | 추적 | ลูกค้า | ລູກຄ້າ | 股票 | 邮政 | 错误 | 商品 | エラー | สั่งซื้อ | 郵便 | 우편 | 상품 | ไปรษณีย์",
    goods:
      "优惠 | 兑换 | 取件 | 取货 | 取貨 | 快递 | 包裹 | 券 | 受取 | クーポン | 割引 | 쿠폰 | 할인 | 택배 | ส่วนลด | พัสดุ",
    share: "泄 | 透露 | 告知 | 告诉 | 提供 | 他人 | 教え | 伝え | 공유 | 알려 | 타인 | เปิดเผย | บอก | ผู้อื่น",
    label:
      "尾号 | 末四碼 | 末尾 | 单号 | 卡号 | 账号 | 订单 | 电话 | 客服 | 余额 | 金额 | 回复 | カード | 番号 | 카드 | 번호 | 전화 | บัญชี | บช | เลขที่ | หมายเลข | บัตร | โทร | លេខ",
    unit: "分 | 秒 | 小时 | 天 | 日 | 月 | 年 | 次 | 点 | 号 | 人 | 回 | 件 | 분 | 시간 | 초 | 일 | 월 | 년",
    money: "元 | 円 | ドル | 원 | บาท",
    act: "点击 | 點擊 | 链接 | 連結 | 按钮 | 按鈕 | 邀请 | クリック | リンク | こちら | ボタン | 클릭 | 링크 | 버튼 | คลิก | ลิงก์ | ปุ่ม | ຄລິກ",
    aside: "退订 | 退訂 | 隐私 | 隱私 | 配信停止 | プライバシー | 수신거부 | 개인정보 | ยกเลิก",
    enter: "输入 | 輸入 | 入力 | 입력 | กรอก",
    link: "是 | 为 | 為 | は | 係 | คือ | ແມ່ນ | គឺ | မှာ",
    not: "客户代码 | お客様コ | 二维码 | 条码 | 扫码 | 数码 | 编码",
  },
};
