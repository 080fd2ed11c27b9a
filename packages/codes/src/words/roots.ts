import type { Family } from "./kinds.ts";

/** Roots that serve many languages at once: what a small program needs of all the words in the other files. */
export const roots: Family = {
  latin: {
    strong:
      "usage unique|monouso|*eenmalig*|*engangs*|egyszer*|otp|totp|tac|!tan|mtan|verification n*|einmal*|*passcode*|*-tan*|one time*|one-time*|*dnoraz*",
    pin: "pin|pins|tpin|mpin|nip|pin n*",
    code: "palavra-passe|chod|captcha|token|jeton*|zeton*|activation key|klic|mot de passe|chave|geslo|sandi|kata laluan|mat khau|*passcode*|ma otp|ma so|la ma|msimbo|nambari|lambar|neno la siri|cod*|code n*|lykilor*|contrasen*|contrasin*|senha*|clave*|parol*|parool*|hasl*|hesl*|lozink*|sifr*|jelsz*|salas*|slaptazod*|fjalekalim*|pasahitz*|gagtnab*|kupia*|nuuc*|ramz*|ma xac*|ma kich*|ma dang*|ma bao*|ma cua*|*code*|*kod*|*kood*|*koad*|*khod*|*khow*|*kaod*|*schlussel*|*passwor*|*kennwort*|*losenord*|*wachtwoord*|*passord*",
    verify:
      "log in|sign in|sign-in|2fa|sms|connexion|xac thuc|xac minh|xac nhan|dang nhap|masuk|verif*|logg*|reset*|recover*|potvr*|potwierd*|podtver*|overe*|overi*|patvirt*|tapatyb*|apstiprin*|kinnit*|potrdi*|preveri*|provjer*|prover*|epibeb*|tasdiq*|rasta*|weryfik*|vhod*|dogrula*|onay*|*confirm*|*konfirm*|*autent*|*authent*|*autori*|*activ*|*aktiv*|*identi*|*login*|*anmeld*|*bestatig*|*bekraft*|*bekreft*|*hitelesit*|*megerosit*|*ellenorz*|belep*|overo*|*vahvist*|entrar",
    other:
      "social|social security|theo doi|khach hang|don hang|area|country|tax|status|error|exit|zone|sort|booking|post|pos|posta|zip|qr|source|swift|service|prod*|thue|kupc*|storno*|pelat*|spedizion*|destinatar*|fiscal*|purchase*|reserva*|client*|klient*|erreur*|osibk*|hata*|musteri*|barra*|identifier*|prenotaz*|postal*|postov*|posens*|pocztow*|pasto*|tahudr*|track*|ship*|invit*|shop*|*postleit*|*fehler*|*fout*|*kunden*|*klant*|portail|sosyal guvenlik|bestell*|thanh toan|customer*|artic*|artig*|artik*|rezerv*|rezerw*|foglal*|bronir*|zboz*|*bokning*|*boekin*|tovar*|towar*|zakazni*|kundk*|ugyfel*|urun*",
    goods:
      "win|checkout|% off|sconto|giam gia|diskon|pickup|pick up|pick-up|delivery|odbior|odbioru|relais|retrait|vydaci|vidaci|dema|pengambilan|promo*|collect*|reward*|kupon*|cupo*|voucher*|gift*|cadeau*|claim*|prize*|winn*|korting*|descuen*|descon*|regal*|znizk*|slev*|zlav*|popust*|kedvezm*|nuolaid*|indirim*|endirim*|skidk*|ekpto*|zasilk*|zasiel*|balik*|vyzved*|vydej*|prevz*|preuzim*|posilj*|csomag*|encomend*|colet*|posylk*|pratk*|parala*|siunt*|atsiem*|sutij*|uksek*|kargo*|teslim*|*discount*|*rabat*|*gutschein*|*gewinn*|*alennus*|*afhaal*|*ophaal*|*hamt*|*oppnings*|*afhen*|*hentek*|*lokero*|*nouto*|*pakomat*|*pakiaut*|coupon*",
    share:
      "ask for|anyone|nadie|nikomu|nikome|ndani|chia se|cung cap|berikan|shar*|deel d*|deel j*|del den*|disclos*|reveal*|divulg*|weiterg*|mitteil*|niemand*|communiqu*|partag*|compart*|condivid*|comuni*|udostepn*|podaw*|megoszt*|neizpau*|paylas*|kims*|soobsa*|moira*|bagi*|beritahu*|kongsi*|*sdel*|*zdiel*|*senki*|*atskleis*",
    label:
      "port|puerto|ticket|flight|a/c|ac|acc|ending|ends|ref|reference|id|no|nr|c|br|tel|helpline|hotline|amount|amt|from|tai khoan|tk|goi|lh|betrag|commande|account*|card*|cart*|kart*|kort*|txn*|transa*|order*|invoic*|call*|telef*|telep*|phone*|bal*|total*|date*|konto*|rachun*|cuenta*|saldo*|zakaz*|zamow*|objedn*|pedido*|bestell*|faktur*|factur*|rechnung*|*zvonit*",
    unit: "min|mins|am|pm|km|minu*|sec*|hour*",
    money: "usd|eur|gbp|inr|rs|npr|aed|rp|vnd|tl|uah|pln|zl|czk|kc|huf|ft|lei|sek|nok|dkk|kr|tk|rub*|euro*",
    enter:
      "enter|typing|entering|use|usa|type|vul|geben sie|gib|skriv inn|ange|tastati|syota|wpisz|nhap|masukkan|escrib*|saisi*|introdu*|digit*|indtast*|unesit*|girin*|kullan*|vvedi*|tecle*|tippen|przepis*|opis*|entrez|zadej*|zadaj*|zadat|ingres*|inse*|insir*|utili*",
    expire: "valid*|expir*|gultig*|platn*",
    own: "na|with|mit|con|avec|met|portal|v|k|si|is|your|my|the|this|new|following|here|temporary|digit*|for|to|of|in|ihr|dein|der|die|votre|ton|le|la|de|du|des|el|su|tu|il|tuo|suo|o|a|seu|sua|tua|je|uw|din|ditt|twoj|vas*|tvo*|jusu|sinun|az|on|sizin|bu|sas|anda|cua ban",
    backup: "backup|recovery codes|secours",
    booking: "reservation*|meeting*|pnr|buchung*|reservier*|booking*|prenotaz*|check-in",
    parcel: "shipped|locker|courier|paket*|paczk*|pakke*|colis|*abhol*|parcel*|package*",
    action:
      "accept*|button below|link below|continue|set password|akzept*|annehm*|cliqu*|clic*|klik*|klick*|aceit*|acept*|prija*|zaproszeni*|invit*|einlad*|priglas*|update*",
    boilerplate:
      "unsub*|opt out|opt-out|terms|help|support|contact|abmeld*|abbestell*|desabon*|desinscri*|cancelar|dezabon*|wypis*|odhlas*|odjav*|subscri*|privacy",
    joining:
      "is|ar|are|as|be|est|ist|lautet|es|e|to|jest|je|er|este|eshte|yra|ir|einai|adalah|ialah|ni|dir|la|yw|estas",
    not: "reference code|transaction code|order code|ticket code|skod*|szkod*|codesh*|*mukod*|*decod*|*encod*|*unicod*|*barcod*|*zipcod*|*postcod*|*qrcod*|*qr-cod*|digicode*",
    safe: "*secur*|segur*|*sakerhet*|*sikkerhe*|*sicherheit*|*veilig*|sicur*|bezpe*|bezbed*|bezopas*|sigur*|varnost*|biztons*|turva*|guvenl*|*oryggi*|drosib*|saug*|asfal*|keaman*|login",
    number: "num*|*nummer*|*numer*|broj*|cisl*|szam*|nomer*|nomor|aricm*|raqam*",
    with: "with|using|mit|damit|avec|con|com|met|med|ezzel|ile|cu|dengan|pomoci|pomocou|za pomoca|su|z|s|sa|so|via|amb|bang|kanssa|με",
    done: "changed|updated|deactivated|disabled|expired|removed|deleted|geandert|deaktiviert|ete change*|ete modif*|cambio|cambia*|modifica*|alterad*|gewijzigd|veranderd|zmienion*|zmenen*|andrats|andret|endret|degistirildi|degisti|izmen*|zmineno|promenj*",
    friend:
      "friend|friends|freund*|amis|amies|amigos|amigas|amici|vrienden|znajom*|pratel*|priatel*|prijatel*|vanner|venner|arkadas*|друзь*|друзя*|друзе*|друзі*|teman|amics|φιλους|referral*",
    digits: "digits|digitos|chiffres|*ziffern|*siffror|*cijfers|cyfr*|cifr*|cislic*|rakaml*|angka|algarismos",
  },
  abjad: {
    strong: "رقم التحقق|رقم التاكيد|ون ٹایم|او ٹی پی|یکبار*|یک بار*|חד פעמי*|חד-פעמי*",
    code: "کد|الرقم السري|رقم سري|گذرواژه|پاس ورڈ|קוד|הקוד|בקוד|קודך|کدت*|کلمه*|پسورد*|پارول*|*رمز*|*کود*|*סיסמ*",
    verify: "אימות|*تحقق*|*تاکيد*|*تفعيل*|*دخول*|*تایید*|*אישור*|*כניסה*",
    other: "المنتج|الحجز|پستی|*بريدي*|*خطا*|*عميل*",
    own: "السر|المرور",
    goods: "הנחה|קופון|تخفیف*|*خصم*|*شحن*|*استلام*|*رهگیری*|*חבילה*",
    share: "کسی|לאף|افشا*|شیر*|*شارک*|*تفصح*|*احد*|*מסור*|*שתף*",
    label:
      "هاتف|کارڈ|חשבון|כרטיס|הזמנה|טלפון|סכום|اتصل*|کارت*|موجودی*|התקשר*|*حساب*|*بطاق*|*طلب*|*مبلغ*|*رصيد*|*استفسار*",
    money: 'ש"ח|שח|ريال*|تومان*|درهم*|دينار*|جني*|שקל*',
    action: "*انقر*|*اضغط*|*الرابط*|כפתור|קישור|کلیک",
    boilerplate: "*إلغاء الاشتراك*|*خصوصية*|הסר*|פרטיות",
    enter: "ادخل|استخدم|הזן|הקש",
    joining: "هو|هي|است|ہے|הוא|הינו",
    not: "کدام*|مرموز*",
    number: "رقم|نمبر|מספר|شماره*",
    safe: "*امان*|امنیت*|אבטחה",
    digits: "*ارقام*|*ספרות*",
    with: "باستخدام|با|עם",
    done: "تم تغيير|تم تعديل|تغییر کرد|تغییر یافت|שונתה|שונה",
    friend: "*اصدقا*|دوستان|חברים|לחברים",
  },
  indic: {
    strong: "ओटिपि*|ஓடிபி*",
    code: "पिन|पासव*|पासओ*|पास्व*|पिन्*|सांकेत*|*कोड*|*குறியீ*|*கோட்*|*கடவுச்சொல்*|*කේතය*|*මුරපද*|*ኮድ*",
    other: "पोस्ट*",
    verify: "सत्याप*|पुष्ट*|लॉग*|प्रमाण*",
    goods: "छूट|डिस्क*|कूपन*|प्रोमो*",
    share: "शेय*|साझ*|बता*|किस*",
    label: "कॉल|खात*|कार्ड*",
    money: "रु|টাকা|रुप*",
    joining: "है|आहे|हो|छ|ነው",
    number: "नंबर|नम्बर",
    safe: "सुरक्ष*",
    with: "से",
    done: "बदला|बदल",
    friend: "दोस्त*",
  },
  asian: {
    strong:
      "口令|安全代码|动态密码|認証番号|確認番号|確認コード|ワンタイム|暗証番号|인증번호|인증 번호|확인번호|일회용|인증키|โอทีพี",
    code: "密码|密碼|代码|代碼|码|碼|コード|パスワード|코드|비밀번호|암호|รหัส|โค้ด|ລະຫັດ|កូដ|លេខសម្ងាត់|ကုဒ်|ကုတ်",
    verify: "验证|驗證|校验|認證|登录|确认|認証|ログイン|本人|인증|확인|로그인|ยืนยัน|ຢືນຢັນ|ផ្ទៀងផ្ទាត់|အတည်ပြု",
    other:
      "予約|预订|订单|訂單|客户|客戶|产品|產品|顧客|注文|고객|예약|주문|追踪|追蹤|跟踪|追跡|추적|ลูกค้า|ລູກຄ້າ|股票|邮政|错误|商品|エラー|สั่งซื้อ|郵便|우편|상품|ไปรษณีย์",
    goods: "优惠|兑换|取件|取货|取貨|快递|包裹|券|受取|クーポン|割引|쿠폰|할인|택배|ส่วนลด|พัสดุ",
    share: "泄|透露|告知|告诉|提供|他人|教え|伝え|공유|알려|타인|เปิดเผย|บอก|ผู้อื่น",
    label: "尾号|末四碼|单号|卡号|账号|订单|电话|客服|余额|金额|回复|カード|카드|전화|บัญชี|บช|เลขที่|บัตร|โทร|លេខ",
    unit: "分|秒|小时|天|日|月|年|次|点|号|人|回|件|분|시간|초|일|월|년",
    money: "元|円|ドル|원|บาท",
    action: "点击|點擊|链接|連結|按钮|按鈕|邀请|クリック|リンク|こちら|ボタン|클릭|링크|버튼|คลิก|ลิงก์|ปุ่ม|ຄລິກ",
    boilerplate: "退订|配信停止|ยกเลิก",
    enter: "输入|輸入|入力|입력|กรอก",
    own: "您|的|你|あなた",
    joining: "是|为|為|は|が|係|คือ|ແມ່ນ|គឺ|မှာ",
    not: "统一代码|信用代码|客户代码|お客様コ|二维码|条码|扫码|数码|编码",
    number: "番号|번호|หมายเลข",
    safe: "安全|セキュリティ|보안",
    digits: "数字|숫자",
    with: "使用|用|で|(으)로|으로|로|ด้วย",
    done: "変更されました|変更しました|已更改|已变更|已變更|已修改|변경되었|변경됐|ถูกเปลี่ยน",
    friend: "友だち|友達|朋友|好友|친구|เพื่อน",
  },
};
