import type { Words } from "./kinds.ts";

/** East and South-East Asia, and languages of Africa in Latin letters. */
export const far: Words[] = [
  {
    // Chinese, both scripts
    strong:
      "验证码|驗證碼|校验码|校驗碼|动态码|動態碼|动态密码|動態密碼|动态口令|確認碼|确认码|认证码|認證碼|授权码|授權碼|短信口令|随机码|隨機碼|随机密码|识别码|一次性|安全码|安全碼|激活码|登录码|登入碼|检验码|檢驗碼|校验代码|验证密码|驗證密碼|验证代码|驗證代碼|認證代碼|认证代码|验证号码|短信码|简讯密码|簡訊密碼|简讯验证|簡訊驗證",
    code: "密码|密碼|口令|代码|代碼|码|碼",
    verify: "验证|驗證|认证|認證|登录|登錄|登陆|登入|注册|註冊|激活|确认|確認|安全|身份|绑定|綁定|找回|授权|授權",
    other:
      "取件|优惠|優惠|兑换|兌換|折扣|邀请|邀請|促销|提货|提貨|取货|取貨|取餐|核销|券|抽奖|中奖|推荐|推薦|快递|包裹|柜",
    share: "泄露|泄漏|洩露|洩漏|透露|告知|告诉|告訴|提供|转发|轉發|外泄|分享|他人|任何人|索要|索取",
    label:
      "尾号|尾號|末四位|卡号|卡號|账号|帳號|账户|帳戶|订单号|訂單號|订单|訂單|单号|單號|编号|編號|流水号|工号|电话|電話|致电|致電|拨打|撥打|客服|热线|熱線|手机|手機|号码|號碼|余额|餘額|金额|金額|人民币|共计|合计|积分|邮编|郵編|尾数|退订回|回复|回td|拒收请回复|序号|序號|房号|座位",
    unit: "分钟|分鐘|分|秒|小时|小時|天|日|月|年|次|个|位|人|件|号|點|点|积分|名",
    money: "元|人民币|块|港币|港幣|美元|nt$",
    enter: "输入|輸入|填写|填寫|使用|键入",
    expire: "有效|过期|過期|失效",
    link: "是|为|為|如下|为:",
    not: "二维码|二維碼|条形码|條碼|条码|扫码|掃碼|号码|號碼|数码|數碼|邮政编码|编码|編碼|解码|密码锁|付款码|收款码|健康码|行程码|付款碼|取件码|取件碼|取货码|提货码|优惠码|優惠碼|兑换码|兌換碼|邀请码|邀請碼|折扣码|折扣碼|取餐码|电码|源代码|股票代码|股份代码|国家代码|區號",
  },
  {
    // Japanese
    strong:
      "認証コード|確認コード|認証番号|確認番号|ワンタイム*|ワンタイムパスワード|検証コード|本人確認コード|セキュリティコード|セキュリティ番号|認証キー|暗証番号|照合番号|承認コード|ログインコード|認証用コード|認証用の番号|パスコード",
    code: "コード|パスワード|暗証|キーワード番号",
    verify: "認証|確認|ログイン|本人|登録|セキュリティ|サインイン|再設定",
    other:
      "クーポン|割引|郵便|バーコード|qrコード|プロモ|招待|紹介|注文|お届け|追跡|ギフト|商品|予約|ソースコード|店舗|キャンペーン|抽選",
    share: "教え|共有|伝え|転送|開示|知らせ|漏ら|他人|第三者",
    label:
      "口座|カード|番号|注文番号|受付番号|予約番号|会員番号|電話|電話番号|tel|金額|残高|合計|お問い合わせ番号|伝票番号|下四桁|末尾|管理番号|お客様番号|郵便番号|請求",
    unit: "分|時間|秒|日|年|月|時|円|回|件|ポイント|名|人|桁|歳|個|点|時頃|号",
    money: "円|ドル",
    enter: "入力|ご入力|使用",
    expire: "有効|期限|以内",
    link: "は|です|以下",
    not: "コードレス|レコード|アコード|エンコード|バーコード|ｑrコード",
  },
  {
    // Korean
    strong:
      "인증번호*|인증코드*|인증 번호*|인증 코드*|확인코드*|확인 코드*|보안코드*|보안 코드*|일회용*|승인코드|확인번호*|보안번호*|인증암호|임시비밀번호|임시 비밀번호|로그인 코드|로그인코드|인증키",
    code: "코드*|비밀번호*|암호*|패스워드",
    verify: "인증|확인|로그인|본인|가입|보안|검증|재설정",
    other: "쿠폰|할인|우편|초대|추천|프로모션|바코드|배송|예약|이벤트|상품권|주문|당첨|운송장",
    share: "공유|알려|노출|유출|제공|전달|타인|누설|말하지",
    label:
      "계좌*|카드*|주문번호*|승인번호*|예약번호*|운송장*|송장번호*|전화*|문의*|고객센터*|금액|잔액|합계|번호|접수번호|끝자리|고객번호|무료거부|무료수신거부|수신거부",
    unit: "분|시간|초|일|년|월|원|회|명|건|개|점|시|포인트|자리",
    money: "원|달러",
    enter: "입력*|사용",
    expire: "유효*|만료*|이내",
    link: "는|은|입니다|이다",
    not: "바코드|큐알코드|qr코드|레코드",
  },
  {
    // Vietnamese
    strong:
      "ma xac*|ma otp|ma so xac*|ma kich hoat|ma dang nhap|mat khau mot lan|ma bao mat|ma smart otp|ma kiem tra|ma xac nhan|ma giao dich otp",
    code: "ma cua ban|ma so|mat khau|la ma|ma pin|ma code|ma dang ky|ma truy cap|nhap ma|mã",
    verify: "xac thuc|xac minh|xac nhan|dang nhap|dang ky|kich hoat|bao mat",
    other:
      "giam gia|khuyen mai|buu chinh|buu dien|uu dai|don hang|van don|voucher|qua tang|trung thuong|ma vach|gioi thieu",
    share: "chia se|cung cap|tiet lo|cho bat ky|bat ky ai|gui ma",
    label:
      "tai khoan|tk|stk|the|so the|so dien thoai|sdt|so|ma gd|ma giao dich|ma don hang|ma don|ma van don|don hang|goi|lh|lien he|tong dai|hotline|so tien|so du|sd|tong|cuoi|gd|duoi",
    unit: "phut|gio|giay|ngay|thang|nam|diem|dong",
    money: "vnd|dong|d|đ",
    enter: "nhap|su dung|dung",
    expire: "hieu luc|het han",
    link: "la|là",
  },
  {
    // Indonesian, Malay, Javanese, Tagalog
    strong: "sekali pakai|sekali guna|kata laluan sekali|kod tac",
    code: "kata sandi|sandi|kata laluan|katalaluan|kodenya|kodemu|kodigo|kode|kod",
    verify:
      "verifikasi*|konfirmasi*|otentikasi*|autentikasi*|masuk|pengesahan*|keselamatan|keamanan|aktivasi*|pendaftaran|log masuk|pag-verify|beripik*|kumpirma*",
    other: "diskon|promosi|kupon|pos|poskod|hadiah|pesanan|resi|undian|diskaun|baucar|tebus|belanja|pemenang",
    share:
      "bagikan|membagikan|berikan|memberikan|beritahu*|sebar*|kongsi*|dedah*|siapapun|siapa pun|sesiapa|ibahagi|ibigay|kanino*|rahasia*|kerahasiaan",
    label:
      "rekening|rek|kartu|akun|nomor|no|pesanan|faktur|hubungi|telepon|telp|jumlah|saldo|total|akaun|kad|nombor|hubung|panggilan|baki|tawagan|numero|referensi|norek|wa",
    unit: "menit|jam|detik|hari|minggu|bulan|tahun|minit|saat|minuto|oras|araw|poin",
    money: "rupiah|ringgit|piso|pesos",
    enter: "masukkan|gunakan|ketik|guna|ilagay|gamitin",
    expire: "berlaku*|kadaluarsa|kedaluwarsa|sah|tamat|tempoh|luput",
    link: "adalah|ialah|ay|ini",
  },
  {
    // Thai, Lao, Khmer, Burmese
    strong: "โอทีพี|รหัสยืนยัน|รหัสลับ|รหัสใช้ครั้งเดียว|ลขรหัส|ລະຫັດຢືນຢັນ|លេខកូដផ្ទៀងផ្ទាត់|အတည်ပြုကုဒ်|အတည်ပြုကုတ်|รหัส otp|รหัสความปลอดภัย",
    code: "รหัสผ่าน|รหัส|โค้ด|ລະຫັດ|កូដ|លេខសម្ងាត់|ពាក្យសម្ងាត់|ကုဒ်|ကုတ်|စကားဝှက်|พาสเวิร์ด",
    verify: "ยืนยัน|เข้าสู่ระบบ|ตรวจสอบ|เปิดใช้|ລັອກອິນ|ຢືນຢັນ|ផ្ទៀងផ្ទាត់|បញ្ជាក់|အတည်ပြု|လော့ဂ်အင်",
    other: "ส่วนลด|ไปรษณีย์|คูปอง|โปรโมชั่น|พัสดุ|สั่งซื้อ|สินค้า|พนักงาน|ส่วนลด|สาขา|ส่วนหลด|ສ່ວນຫຼຸດ|បញ្ចុះតម្លៃ|လျှော့စျေး",
    share: "เปิดเผย|แชร์|บอก|ผู้อื่น|ให้ใคร|แก่ใคร|แบ่งปัน|ແບ່ງປັນ|ຜູ້ອື່ນ|ចែករំលែក|មျှဝေ|မျှဝေ|မည်သူ",
    label:
      "บัญชี|บช|บ/ช|เลขที่|หมายเลข|บัตร|ลงท้าย|โทร|ติดต่อ|จำนวน|ยอด|ยอดเงิน|คงเหลือ|อ้างอิง|ref|คำสั่งซื้อ|ບັນຊີ|ເບີ|ໂທ|គណនី|លេខ|ဖုန်း|အကောင့်|หมายเลขพัสดุ",
    unit: "นาที|ชั่วโมง|ชม|วินาที|วัน|บาท|น|คะแนน|ນາທີ|នាទី|မိနစ်|ปี|เดือน",
    money: "บาท|ກີບ|រៀល|ကျပ်",
    enter: "กรอก|ใส่|ใช้|ປ້ອນ|បញ្ចូល|ရိုက်ထည့်",
    expire: "หมดอายุ|ภายใน|ໝົດອາຍຸ|ផុតកំណត់|သက်တမ်း",
    link: "คือ|ແມ່ນ|គឺ|ဖြစ်",
  },
  {
    // Swahili, Somali, Hausa, Yoruba, Zulu, Xhosa
    strong: "mara moja",
    code: "msimbo|namba ya siri|nenosiri|neno la siri|nambari|koodhka|furaha sirta|lambar sirri|ikhodi|iphasiwedi|koodu|kodhi",
    verify: "uthibitish*|kuthibitisha|thibitisha|ingia|xaqiijin*|tabbat*|qinisek*|ubunikazi|kuingia",
    other: "punguzo|posta|qiimo dhimis|isaphulelo",
    share: "usishiriki|shiriki|usimpe|usitoe|yeyote|ha la wadaagin|wadaag*|kada ka|yabelana*",
    label: "akaunti|kadi|simu|piga|kiasi|salio|oda|namba|xisaab*|lacag*|asusun",
    unit: "dakika|saa|sekunde|siku|daqiiqo|imizuzu|minti",
    money: "sh|tsh|shs",
    enter: "weka|tumia|ingiza|geli|faka",
    expire: "muda|halali|dhacaysaa|iyaphela",
    link: "ni|ndio|ndiyo|waa|ngu",
  },
];
