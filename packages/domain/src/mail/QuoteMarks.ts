/** The marks with which mail programs introduce quoted text, in many languages. */

const alternatives = (words: string): string =>
  words.trim().split(/\s*\|\s*/).map((word) => word.replace(/[.()*+?]/g, "\\$&").replaceAll(" ", "\\s+")).join("|")

/** The verb of “On 5 Oct 2026, Ada wrote:”. */
const verbs = alternatives(
  "wrote | writes | schrieb | schreibt | a écrit | écrit | escribió | escribe | ha scritto | scrisse | scrive | escreveu | escreve | napisał | napisała | napisał(a) | pisze | schreef | " +
    "heeft geschreven | skrev | kirjoitti | написал | написала | написал(а) | пишет | написав | написала | пише | napsal | napsala | napsal(a) | napísal | napísala | napísal(a) | írta | " +
    "yazdı | a scris | va escriure | je napisao | je napisala | je napisal | je napisala | έγραψε | написа | kirjutas | rašė | rakstīja | 写道 | 寫道 | 님이 작성 | 書きました | のメール"
)
const verb = new RegExp(`(?<![\\p{L}\\p{N}])(?:${verbs})(?![\\p{L}\\p{N}])|(?:写道|寫道|書きました|님이 작성)`, "iu")

/** The most characters of a line that is examined, and of an introduction. */
const [maxLine, maxIntroduction] = [1000, 500]

/** The most lines of an introduction. */
const maxIntroductionLines = 3

/**
 * Tells whether a text contains an email address. The pattern matches one character before the `@` only, because more
 * would backtrack over long words.
 */
const hasAddress = (text: string): boolean => /[^\s<>[\]()@]@[^\s<>[\]()@]+\.[^\s<>[\]()@]/.test(text)

const year = /(?<!\d)(?:19|20)\d\d\D/
const yearOrTime = /(?!^)(?:\b(?:19|20)\d\d(?!\d)|\d{1,2}[:.h]\d\d)/

/** Tells whether a text contains a date with a year or time: “5 Oct 2026”, “05.10.26 um 14:02”, “2026年10月5日”. */
const hasMoment = (text: string): boolean => {
  const first = text.search(/\d/)
  return first >= 0 && (yearOrTime.test(text.slice(first)) || year.test(text))
}

/**
 * Tells whether a line introduces a quote below it: it ends with a colon, and contains a date, and a verb or an email
 * address. Above marked lines, a verb and any number or address are enough.
 */
const isIntroduction = (line: string, isAboveMarks: boolean): boolean =>
  line.length <= maxIntroduction && /[:：]\s*$/.test(line) && (verb.test(line)
    ? hasMoment(line) || isAboveMarks && (/\d/.test(line) || hasAddress(line))
    : hasMoment(line) && hasAddress(line))

/** The beginning of an introduction: words before the date, or a person before it. */
const begins =
  /^(?:(?:on|am|le|el|il|op|em|dnia|w dniu|den|på|dne|dňa|în|la|ke|на|у|в|tarihinde|\p{L}{2,4}\.?,)\s.*\d|(?:19|20)\d\d[-年./]|[^.!?]{0,80}<[^<>\s@]+@[^<>\s@]+>,?\s*$)/iu

/**
 * Returns the first of up to three lines that introduce a quote and end before `end`; -1 if there is no introduction.
 * Prefers the shortest introduction, unless a longer one begins with a line that clearly begins one.
 */
export const introductionFrom = (lines: ReadonlyArray<string>, end: number, isAboveMarks: boolean): number => {
  let found = -1
  for (let first = end - 1; first >= Math.max(0, end - maxIntroductionLines); first--) {
    const line = lines[first]!
    if (line.length > maxIntroduction || line.trim() === "" || /^\s*>/.test(line)) break
    if (!isIntroduction(lines.slice(first, end).map((text) => text.slice(0, maxIntroduction)).join(" "), isAboveMarks))
      continue
    if (begins.test(line.trimStart())) return first
    if (found < 0) found = first
  }
  return found
}

const originals = alternatives(
  "original message | original email | original appointment | ursprünglicher termin | ursprüngliche nachricht | originalnachricht | original-nachricht | original-mail | message d'origine | message d’origine | message original | mensaje original | " +
    "messaggio originale | mensagem original | wiadomość oryginalna | oryginalna wiadomość | oorspronkelijk bericht | originalmeddelande | ursprungligt meddelande | oprindelig meddelelse | " +
    "opprinnelig melding | original meddelelse | alkuperäinen viesti | исходное сообщение | původní zpráva | pôvodná správa | eredeti üzenet | orijinal mesaj | 原始邮件 | 原始郵件 | " +
    "元のメッセージ | 원본 메시지"
)
const original = new RegExp(`^[-_—–=*]{2,}\\s*(?:${originals})\\s*[-_—–=*]{2,}$`, "iu")

/** Tells whether a line announces the original message below it: “-----Original Message-----”. */
export const isOriginal = (line: string): boolean => line.length <= maxLine && original.test(line.trim())

const forwards = alternatives(
  "forwarded message | forwarded email | begin forwarded message | weitergeleitete nachricht | anfang der weitergeleiteten nachricht | message transféré | début du message transféré | " +
    "début du message réexpédié | mensaje reenviado | inicio del mensaje reenviado | messaggio inoltrato | inizio messaggio inoltrato | mensagem encaminhada | mensagem reencaminhada | " +
    "przekazana wiadomość | wiadomość przekazana dalej | doorgestuurd bericht | begin doorgestuurd bericht | vidarebefordrat meddelande | videresendt meddelelse | " +
    "пересылаемое сообщение | přeposlaná zpráva"
)
const forward = new RegExp(`^(?:${forwards})\\s*:?$`, "iu")
const rule = /[-_—–=*]/

/** Removes white space and dashes around a title, in linear time. */
const titleOf = (line: string): string => {
  let [start, end] = [0, line.length]
  const isAround = (at: number): boolean => rule.test(line[at]!) || line[at]!.trim() === ""
  while (start < end && isAround(start)) start++
  while (end > start && isAround(end - 1)) end--
  return line.slice(start, end)
}

/** Tells whether a line announces a forwarded mail, which the sender wants to be read. */
export const isForward = (line: string): boolean => line.length <= maxLine && forward.test(titleOf(line))

/** Tells whether a subject says that the mail forwards another one. */
export const isForwarded = (subject: string): boolean =>
  /^\s*(?:fwd?|wg|tr|rv|enc|doorst|pd|vs|vb|i|ff)\s*:/i.test(subject)

/** Names of the header fields that mail programs write into a text, by their meaning. */
const labels: Readonly<Record<"from" | "sent" | "to" | "subject", string>> = {
  from:
    "from | von | de | da | od | van | från | fra | lähettäjä | от | от кого | від | expéditeur | remitente | mittente | remetente | kimden | gönderen | feladó | odesílatel | 差出人 | 发件人 | 寄件者 | 보낸사람 | 보낸 사람",
  sent:
    "sent | date | gesendet | datum | envoyé | envoyé le | date d'envoi | enviado | enviado el | enviado em | enviada em | enviada | fecha | data | inviato | inviata | wysłano | wysłane | data wysłania | " +
    "verzonden | verstuurd | skickat | sendt | dato | lähetetty | päiväys | отправлено | дата | надіслано | odesláno | odoslané | elküldve | gönderildi | tarih | sent on | 送信日時 | 日時 | 发送时间 | 寄件日期 | 日期 | 보낸날짜",
  to:
    "to | an | à | a | para | do | aan | till | til | vastaanottaja | кому | komu | címzett | kime | destinataire | destinatario | cc | kopie | copie | copia | cópia | dw | kopia | 宛先 | 收件人 | 收件者 | 받는사람",
  subject:
    "subject | betreff | objet | asunto | assunto | oggetto | temat | onderwerp | ämne | emne | aihe | тема | předmět | predmet | tárgy | konu | re | 件名 | 主题 | 主旨 | 제목"
}
type Label = keyof typeof labels
const labelled: ReadonlyMap<string, Label> = new Map(
  (Object.keys(labels) as ReadonlyArray<Label>).flatMap((label) =>
    labels[label].split(/\s*\|\s*/).map((word) => [word, label] as const)
  )
)

/** Returns the meaning and value of a header line; undefined for another line. */
const fieldOf = (line: string) => {
  const text = line.slice(0, maxLine).trim()
  const at = text.slice(0, 40).search(/[:：]/)
  const label = at < 0
    ? undefined
    : labelled.get(text.slice(0, at).replace(/[*_>]/g, "").trim().toLowerCase().replaceAll("’", "'"))
  return label === undefined ? undefined : { label, value: text.slice(at + 1) }
}

/** The most lines of a header block. */
const maxHeaders = 12

/** Splits header fields that were joined in one line: “From: Ada Sent: Monday To: …”. */
const separated = (line: string): ReadonlyArray<string> =>
  line.slice(0, maxLine).split(/(?<=\s)(?=\p{Lu}[\p{L} ]{0,12}:\s)/u)

/**
 * The most lines of a text at which a header block may begin. A mail of 16,000 lines `to:` would otherwise take 0.2 s
 * each time that it is listed.
 */
const maxBlocks = 200

type Field = NonNullable<ReturnType<typeof fieldOf>>

/** What is known of the lines of a text, because blocks that begin at several lines contain the same ones. */
interface Known {
  readonly fields: Map<number, ReadonlyArray<Field>>
  readonly lengths: Map<number, number>
}

const knownOfTexts = new WeakMap<ReadonlyArray<string>, Known>()

const knownOf = (lines: ReadonlyArray<string>): Known => {
  const known = knownOfTexts.get(lines) ?? { fields: new Map(), lengths: new Map() }
  knownOfTexts.set(lines, known)
  return known
}

/**
 * Returns the number of lines of the header block that begins at a line; 0 if there is none. A block contains a sender,
 * a date, and a subject or recipients: timetables and lists of somebody's schools do not.
 */
export const headersFrom = (lines: ReadonlyArray<string>, at: number): number => {
  if (fieldOf(lines[at]!) === undefined) return 0
  const known = knownOf(lines)
  if (!known.lengths.has(at) && known.lengths.size < maxBlocks) known.lengths.set(at, lengthOfBlock(lines, at, known))
  return known.lengths.get(at) ?? 0
}

const lengthOfBlock = (lines: ReadonlyArray<string>, at: number, known: Known): number => {
  const found = new Map<Label, string>()
  let length = 0
  let blanks = 0
  for (let line = at; line < lines.length && line < at + maxHeaders; line++) {
    const text = lines[line]!
    if (text.trim() === "") {
      // Some programs put blank lines between the fields.
      if (++blanks > 1 || fieldOf(lines[line + 1] ?? "") === undefined) break
      continue
    }
    blanks = 0
    const fields = known.fields.get(line) ?? separated(text).map(fieldOf).filter((one) => one !== undefined)
    known.fields.set(line, fields)
    // A long list of recipients continues on further lines; after the subject, an unknown line ends the block.
    if (fields.length === 0 && found.has("subject")) break
    for (const { label, value } of fields) if (!found.has(label)) found.set(label, value)
    length = line - at + 1
  }
  const isMail = /\d/.test(found.get("sent") ?? "") && found.has("from") &&
    (found.has("subject") || found.has("to") && hasAddress(found.get("from")!))
  return isMail ? length : 0
}

const ofDevice =
  /^\s*(?:sent (?:from|with|using|via)|get outlook|von mein|aus mein|gesendet (?:von|mit)|diese nachricht wurde|envoyé|télécharge|enviado|obtener|inviato|scarica|verzonden|wysłan|skickat|sendt|lähetetty|отправлено|odesláno|outlook for)/iu
const device =
  /iphone|ipad|\bios\b|android|samsung|galaxy|huawei|xiaomi|pixel|blackberry|smartphone|mobil|handy|phone|téléphone|celular|cellulare|telefon|outlook|yahoo|gmail|gmx|web\.de|proton|mail (?:for|für|pour|para|per|voor)/iu

/** Tells whether a line is a signature of a device or program: “Sent from my iPhone”. */
export const isOfDevice = (line: string): boolean => line.length <= 120 && ofDevice.test(line) && device.test(line)

/** Tells whether a subject says that the mail is an answer. */
export const isAnswer = (subject: string): boolean =>
  /^\s*(?:re|aw|antw|antwort|sv|r|ré|rép|odp|rif|res|vs|ynt|回复|回覆|答复|返信|отв)(?:\[\d+\])?\s*[:：]/iu.test(
    subject
  )
