/** Reads received mails: headers, text, files one after the other, and references to other mails. */
import { isBlank } from "@candor/domain/CleanText"
import { fileName } from "@candor/domain/attachment/FileName"
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import { bodyLength, subjectLength } from "@candor/domain/mail/MailTemplate"
import type { ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { fromMillis, type Timestamp } from "@candor/domain/Timestamp"
import { Effect, Stream } from "effect"
import { senderCheckOf } from "./parsing/Authentication.ts"
import { isAutomatic, isDeliveryReport } from "./parsing/Automatic.ts"
import { cut, storableLine } from "./parsing/Clean.ts"
import { type Contents, type Problem, readContents } from "./parsing/Contents.ts"
import { type Address, header, type Headers, headersOf, readHeaders } from "./parsing/Headers.ts"
import { lastIds, messageIds } from "./parsing/MessageIds.ts"
import { hasCopy, reportOf } from "./parsing/Reports.ts"
import { senderOf } from "./parsing/Senders.ts"
import { joinedHtml, joinedText } from "./parsing/Texts.ts"

/** Maximum bytes of a mail that is read. Of a larger one only the headers are read, and it stays in its mailbox. */
const maxMailBytes = 60 * 1024 ** 2

/** Maximum addresses of one kind. */
const maxAddresses = 200

/** A mail as stored by the server. */
interface RawMail<E, R = never> {
  /** Its bytes. Read again if the whole mail becomes a file. */
  readonly source: Stream.Stream<Uint8Array, E, R>
  /** Its size according to the server; null if unknown. */
  readonly size: number | null
}

/** A file of a mail. Its content can be read once, until `onFile` ends. */
export interface ReceivedFile<E> {
  readonly name: string
  readonly contentType: string
  readonly content: Stream.Stream<Uint8Array, E>
}

const notes: Readonly<Record<Problem, string>> = {
  encrypted: "[This mail is encrypted. Its content is in its files, and can be read with the key of its recipient.]",
  tnef: "[A file of this mail, winmail.dat, could not be opened to its end. It is kept as it came in.]",
  too_large: "[This mail is too large to be read here. It is in the mailbox as it came in.]",
  unreadable: "[This mail could not be read to its end. The file mail.eml has it as it came in.]"
}

const cutNote = "[The text goes on in a file of this mail.]"

const addressesOf = (addresses: ReadonlyArray<Address>): ReadonlyArray<MailAddress> =>
  addresses.slice(0, maxAddresses).map(({ address, name }) => ({
    name: storableLine(name, 200) || null,
    email: storableLine(address, 320)
  }))

const sentAt = (headers: Headers): Timestamp | null => {
  const millis = Date.parse(header(headers, "date").replace(/\([^()]*\)/g, " "))
  // Only years that a timestamp can represent.
  return millis > Date.UTC(1970) && millis < Date.UTC(9999) ? fromMillis(millis) : null
}

/** Headers that are shown, or that identify the thread. */
const read = ["subject", "from", "sender", "in-reply-to", "references"]

/** Tells whether nothing of a mail could be read. */
const isEmpty = ({ headers, problems, texts }: Contents): boolean =>
  problems.size === 0 && isBlank(joinedText(texts)) && texts.every(({ html }) => html === null) &&
  read.every((name) => header(headers, name) === "")

/** Returns the text to show; also the whole text, if it had to be cut and is in no file. */
const bodyOf = (
  { hasTextFile, problems, texts }: Contents
): { readonly body: string; readonly whole: string | null } => {
  const text = joinedText(texts)
  const told = [...problems].map((problem) => notes[problem])
  const shown = cut(text, bodyLength)
  const isCut = shown.length < text.length
  return {
    body: [...told, shown, ...(isCut ? [cutNote] : [])].filter((part) => !isBlank(part)).join("\n\n"),
    whole: isCut && !(hasTextFile && texts.length === 1) ? text : null
  }
}

const received = async (contents: Contents, body: string): Promise<Omit<ReceivedMail, "attached">> => {
  const { headers, key, originals, statuses, texts } = contents
  const { addresses, subject: rawSubject } = await readHeaders(headers, texts[0]?.charset)
  const subject = storableLine(rawSubject, subjectLength)
  const sender = senderOf((name) => addressesOf(addresses(name)))
  const [in_reply_to = null, ...others] = messageIds((headers.get("in-reply-to") ?? []).join(" "))
  const text = joinedText(texts)
  const isReport = isDeliveryReport(headers, { hasCopy: hasCopy({ originals, text }), subject })
  return {
    internet_message_id: messageIds(header(headers, "message-id"))[0] ?? `<${key}@mail.invalid>`,
    in_reply_to,
    reference_ids: lastIds([...others, ...messageIds((headers.get("references") ?? []).join(" "))]),
    sender,
    recipients: addressesOf(addresses("to")),
    copies: addressesOf(addresses("cc")),
    subject,
    body,
    html: joinedHtml(texts),
    sent_at: sentAt(headers),
    // A mailing list that adds an author to its own address has rewritten `From`: the receiving server's check says
    // nothing about that author.
    sender_check: sender.email === addressesOf(addresses("from"))[0]?.email
      ? senderCheckOf(headers, sender.email)
      : null,
    is_automatic: isAutomatic(headers, { subject, text }) || isReport,
    report: isReport ? reportOf({ headers, originals, statuses, subject, text }) : null,
    key
  }
}

/** Maximum attached mails that are read. */
const maxAttached = 5

/** Tells whether an attached mail is a reply, by its headers. */
const answers = (original: string): boolean =>
  ["in-reply-to", "references"].some((name) => header(headersOf(Buffer.from(original, "latin1")), name) !== "")

/** Reads the beginnings of attached mails that are replies, without mails attached to those. */
const attachedMails = (originals: ReadonlyArray<string>) =>
  Effect.forEach(
    originals.map((original) => original.trimStart()).filter(answers).slice(0, maxAttached),
    (original) =>
      Effect.gen(function*() {
        const contents = yield* readContents<never, never, never>({
          source: Stream.make(Buffer.from(original, "latin1")),
          isTooLarge: false,
          maxBytes: maxMailBytes
        }, () => Effect.void)
        const { body, in_reply_to, reference_ids, sender, sent_at, subject } = yield* Effect.promise(() =>
          received(contents, cut(joinedText(contents.texts), bodyLength))
        )
        return { body, in_reply_to, reference_ids, sender, sent_at, subject }
      })
  )

/**
 * Reads a mail, and passes its files to `onFile` one after the other. A malformed mail is no failure: the body says
 * what cannot be read, and the mail becomes the file `mail.eml`. Memory stays within some megabytes for any mail,
 * except for the files of a `winmail.dat`. Fails like the source and `onFile`.
 */
export const parse = <E, R, E2, R2>(
  { size, source }: RawMail<E, R>,
  onFile: (file: ReceivedFile<E>) => Effect.Effect<void, E2, R2>,
  maxBytes = maxMailBytes
): Effect.Effect<ReceivedMail, E | E2, R | R2> =>
  Effect.gen(function*() {
    let hasFiles = false
    const give = (file: ReceivedFile<E>) => {
      hasFiles = true
      return onFile({ ...file, name: fileName(file.name) })
    }
    const context = yield* Effect.context<R>()
    const provided = Stream.provideContext(source, context)
    const contents = yield* readContents(
      { source: provided, isTooLarge: size !== null && size > maxBytes, maxBytes },
      give
    )
    if (!hasFiles && isEmpty(contents)) contents.problems.add("unreadable")
    const { body, whole } = bodyOf(contents)
    if (whole !== null)
      yield* give({
        name: "text.txt",
        contentType: "text/plain; charset=utf-8",
        content: Stream.make(new TextEncoder().encode(whole))
      })
    if (contents.problems.has("unreadable"))
      yield* give({ name: "mail.eml", contentType: "message/rfc822", content: provided })
    const mail = yield* Effect.promise(() => received(contents, body))
    const { calendar } = contents
    return {
      ...mail,
      ...(calendar === undefined ? {} : { calendar }),
      attached: mail.is_automatic ? [] : yield* attachedMails(contents.originals)
    }
  }).pipe(Effect.withSpan("Mail.parse"))
