// dprint-ignore-file
/** The names of stages in many languages, from which the type of a stage is guessed if none is given. */

/** Whole names of stages for hired candidates. */
export const hiredNames: ReadonlyArray<string> = [
  // English, German, Dutch
  "hired", "hire", "new hire", "new hires", "candidate hired", "placed", "eingestellt", "Einstellung", "angestellt", "Anstellung",
  "aangenomen", "aangeworven", "aangesteld", "in dienst",
  // French, Spanish, Portuguese, Italian, Catalan, Romanian
  "embauché", "embauchée", "embauché(e)", "embauché·e", "embauchés", "embauche", "recruté", "recrutée", "recruté(e)", "engagé",
  "engagée", "contratado", "contratada", "contratado/a", "contratados", "contratadas", "contratación", "contratação", "admitido",
  "admitida", "assunto", "assunta", "assunti", "assunzione", "contractat", "contractada", "angajat", "angajată",
  // Danish, Norwegian, Swedish, Finnish, Icelandic, Estonian, Latvian, Lithuanian
  "ansat", "ansatt", "anställd", "anställda", "palkattu", "ráðinn", "palgatud", "pieņemts darbā", "įdarbintas", "priimtas",
  // Polish, Czech, Slovak, Hungarian, Slovene, Croatian, Serbian, Bulgarian, Russian, Ukrainian, Greek, Turkish
  "zatrudniony", "zatrudniona", "zatrudnieni", "zatrudnienie", "přijat", "přijatý", "přijatá", "zaměstnán", "prijatý", "zamestnaný",
  "felvéve", "felvett", "felvettük", "zaposlen", "zaposlena", "zaposleni", "запослен", "нает", "назначен", "нанят", "нанята",
  "принят", "принята", "принят на работу", "трудоустроен", "найнятий", "прийнятий", "прийнято на роботу", "προσλήφθηκε",
  "πρόσληψη", "işe alındı", "işe alınan",
  // Arabic, Hebrew, Persian, Hindi, Thai, Vietnamese, Indonesian, Malay
  "تم التوظيف", "تم التعيين", "موظف", "התקבל", "התקבלה", "גויס", "גויסה", "استخدام شد", "استخدام شده", "नियुक्त", "चयनित",
  "จ้างแล้ว", "รับเข้าทำงาน", "đã tuyển", "đã tuyển dụng", "nhận việc", "diterima", "dipekerjakan", "diambil bekerja",
  // Japanese, Chinese, Korean
  "入社", "入社済み", "入社決定", "採用", "採用決定", "採用済み", "已录用", "录用", "已入职", "入职", "已聘用", "聘用", "已錄用",
  "錄用", "錄取", "已入職", "入職", "채용", "채용 완료", "채용됨", "입사", "입사 완료", "최종 합격", "합격"
]

/**
 * Words for stages of candidates who are not hired, even after interviews or an offer. No type means that: such a stage
 * counts as a screening.
 */
const endings: ReadonlyArray<string> = [
  "reject", "declined", "not hired", "not selected", "hired elsewhere", "disqualified", "unsuccessful", "withdrawn", "withdrew", "archived",
  "abgelehnt", "ablehnung", "absage", "abgesagt", "nicht eingestellt", "zurückgezogen", "afgewezen", "refusé", "rechaz", "descartad",
  "rejeit", "recusad", "rifiutat", "scartat", "rebutja", "respins", "afvist", "afslag", "avslag", "avslått", "avvis", "hylätty",
  "odrzucon", "odmítnut", "zamítnut", "zamietnut", "elutasít", "zavrnjen", "odbijen", "одбијен", "отхвърл", "отказ", "отклонен",
  "отклонён", "відмов", "відхил", "απορρίφθηκε", "απόρριψη", "reddedil", "مرفوض", "رفض", "נדחה", "رد شد", "अस्वीकृत", "ปฏิเสธ",
  "từ chối", "ditolak", "不採用", "見送り", "辞退", "不合格", "未录用", "已拒绝", "拒绝", "淘汰", "未錄取", "未錄用", "拒絕", "婉拒",
  "불합격", "탈락", "불채용"
]

/** Words for the other types. The first type with a word in the name applies. */
export const wordsOfTypes: ReadonlyArray<readonly ["interview" | "offer" | "applied" | "screen", ReadonlyArray<string>]> = [
  ["screen", endings],
  ["interview", [
    "interview", "on-site", "onsite", "face to face", "in person", "gespräch", "vorstellung", "probearbeit", "probetag", "gesprek", "entretien", "entrevista", "colloquio",
    "interviu", "samtale", "intervju", "haastattelu", "viðtal", "rozmowa", "pohovor", "interjú", "razgovor", "разговор", "интервю",
    "собеседование", "интервью", "співбесіда", "συνέντευξη", "mülakat", "görüşme", "مقابلة", "ראיון", "مصاحبه", "साक्षात्कार",
    "สัมภาษณ์", "phỏng vấn", "wawancara", "temu duga", "面接", "面談", "面试", "面試", "면접", "인터뷰"
  ]],
  ["offer", [
    "offer", "negotiation", "angebot", "vertrag", "zusage", "aanbod", "offre", "proposition", "oferta", "propuesta", "proposta",
    "tilbud", "erbjudande", "tarjous", "pakkumine", "nabídka", "ponuka", "ajánlat", "ponuda", "ponudba", "понуда", "оферта",
    "оффер", "предложение", "пропозиція", "προσφορά", "teklif", "عرض", "הצעה", "پیشنهاد", "प्रस्ताव", "ข้อเสนอ", "đề nghị",
    "penawaran", "tawaran", "内定", "オファー", "录用通知", "待遇", "처우", "오퍼", "제안"
  ]],
  ["applied", [
    "applied", "application", "applicant", "new", "inbox", "received", "sourced", "bewerbung", "beworben", "eingang", "neu",
    "eingegangen", "sollicitatie", "nieuw", "candidature", "postul", "nouveau", "reçue", "solicitud", "candidatura", "nuevo",
    "recibid", "inscri", "novo", "nuovo", "aplicat", "ansøgning", "ansøgt", "søknad", "ansökan", "ansökt", "hakemus", "umsókn",
    "kandideeri", "pieteikum", "paraišk", "aplikac", "zgłoszen", "nowy", "nowe", "nový", "přihlášk", "prihlášk", "jelentkez",
    "prijava", "пријава", "кандидат", "отклик", "заявк", "новый", "новые", "подан", "відгук", "αίτηση", "başvur", "yeni",
    "طلب", "מועמד", "הגיש", "درخواست", "आवेदन", "สมัคร", "ứng tuyển", "nộp đơn", "lamaran", "pelamar", "permohonan", "応募",
    "エントリー", "投递", "投遞", "申请", "申請", "应聘", "應徵", "지원", "접수"
  ]],
  ["screen", [
    "screen", "phone", "call", "review", "cv", "résumé", "telefon", "anruf", "sichtung", "prüfung", "vorauswahl", "beoordeling",
    "présélection", "téléphon", "appel", "tri", "preselección", "filtro", "teléfono", "llamada", "revisión", "triagem", "triagen",
    "seleção", "telefone", "selezione", "telefonat", "preselecție", "puhelin", "seulonta", "urval", "gransk", "preselekcj",
    "selekcja", "weryfikac", "előszűrés", "předvýběr", "скрининг", "отбор", "резюме", "звонок", "скринінг", "διαλογή",
    "ön değerlendirme", "فرز", "סינון", "غربالگری", "छँटनी", "คัดกรอง", "sàng lọc", "seleksi", "saringan", "書類選考", "スクリーニング",
    "初筛", "筛选", "初篩", "篩選", "서류", "심사", "스크리닝"
  ]]
]
