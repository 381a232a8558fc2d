/** Composes mails in the form that servers accept (RFC 5322, MIME), with nodemailer. */
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import { Result, Stream } from "effect"
import { Readable } from "node:stream"
import MailComposer from "nodemailer/lib/mail-composer"

/** A file of a mail. */
export interface OutgoingFile {
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly content: Stream.Stream<Uint8Array, unknown>
}

/** A mail to send. */
export interface OutgoingMail {
  readonly from: MailAddress
  readonly to: ReadonlyArray<MailAddress>
  readonly copies: ReadonlyArray<MailAddress>
  readonly subject: string
  readonly text: string
  /** Null for a plain text mail. */
  readonly html: string | null
  /** With angle brackets, like the two fields after it. */
  readonly messageId: string
  readonly inReplyTo: string | null
  /** Oldest first. */
  readonly references: ReadonlyArray<string>
  readonly date: Date
  readonly attachments: ReadonlyArray<OutgoingFile>
  /** Whether a program wrote it, so that automatic replies are suppressed (RFC 3834). */
  readonly isAutomatic: boolean
  /** The part for calendars (RFC 6047); null for other mails. */
  readonly calendar?: { readonly method: string; readonly content: string } | null
  /** The address to unsubscribe at (RFC 2369); null for a letter. */
  readonly unsubscribe: string | null
}

/** A mail in the form in which it is sent. */
export interface Composed {
  readonly from: string
  readonly to: Array<string>
  /** A lower bound, in bytes. */
  readonly size: number
  /** Whether an address has characters beyond ASCII before its @, for which the server needs SMTPUTF8 (RFC 6531). */
  readonly needsUtf8: boolean
  /**
   * The message, which can be read once. `begin` runs when its first bytes are requested, and no file is opened before;
   * `end` runs after the last.
   */
  readonly content: (begin: () => void, end: () => void) => Readable
}

/**
 * Whether an address has no characters that end or split a command or a header. Whether the mailbox exists is for its
 * server to say.
 */
const isAddress = (email: string): boolean => email.length <= 320 && /^[^\s\p{Cc}<>]+@[^\s\p{Cc}<>@]+$/u.test(email)

/** Whether a Message-ID fits into a line (RFC 5322, section 2.1.1). */
const isId = (id: string): boolean => /^<[\x21-\x3b\x3d\x3f-\x7e]{1,900}>$/.test(id)

/** Maximum Message-IDs in References: the first, and the last ones. */
const maxReferences = 50

const referencesOf = (ids: ReadonlyArray<string>): Array<string> => {
  const valid = ids.filter(isId)
  return valid.length <= maxReferences ? valid : [valid[0]!, ...valid.slice(1 - maxReferences)]
}

/**
 * Parts of these types must not be in base64, the only encoding that preserves their bytes (RFC 2046, sections 5.1 and
 * 5.2).
 */
const typeOf = (contentType: string): string =>
  /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+(?=$|\s*;)/i.exec(contentType.trim())?.[0] ?? "application/octet-stream"

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim().toWellFormed()

const addressed = ({ email, name }: MailAddress) => ({ name: oneLine(name ?? ""), address: email })

/** Returns the length of a content in base64, including line breaks. */
const encodedSize = (bytes: number): number => Math.floor(Math.ceil(bytes / 3) * 4 * 78 / 76)

/** Composes a mail; fails with an address that is not valid. No field can add a header or a command. */
export const compose = (mail: OutgoingMail): Result.Result<Composed, string> => {
  const recipients = [...mail.to, ...mail.copies]
  const invalid = [mail.from, ...recipients].find(({ email }) => !isAddress(email))
  if (invalid !== undefined) return Result.fail(invalid.email)
  const message = new MailComposer({
    from: addressed(mail.from),
    to: mail.to.map(addressed),
    cc: mail.copies.map(addressed),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    ...(mail.inReplyTo !== null && isId(mail.inReplyTo) ? { inReplyTo: mail.inReplyTo } : {}),
    references: referencesOf(mail.references),
    // Written both as an alternative part, which calendars read, and as a file, for programs that do not.
    ...(mail.calendar == null ? {} : { icalEvent: { ...mail.calendar, filename: "invite.ics" } }),
    date: mail.date,
    headers: {
      // In a single line, however long: some programs do not read a continuation line.
      "Message-ID": { prepared: true, value: mail.messageId },
      ...(mail.isAutomatic ? { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" } : {}),
      ...(mail.unsubscribe === null
        ? {}
        : { "List-Unsubscribe": { prepared: true, foldLines: true, value: `<${new URL(mail.unsubscribe).href}>` } })
    },
    attachments: mail.attachments.map(({ content, contentType, name }) => ({
      filename: oneLine(name),
      contentType: typeOf(contentType),
      contentDisposition: "attachment",
      contentTransferEncoding: "base64",
      content: Readable.from(Stream.toAsyncIterable(content), { objectMode: false })
    })),
    disableFileAccess: true,
    disableUrlAccess: true
  }).compile()
  const { from, to } = message.getEnvelope()
  const emails = [...(from === false ? [] : [from]), ...to]
  return Result.succeed({
    from: from === false ? "" : from,
    to,
    size: Buffer.byteLength(mail.text) + Buffer.byteLength(mail.html ?? "") +
      mail.attachments.reduce((sum, { size }) => sum + encodedSize(size), 0),
    needsUtf8: emails.some((email) => /[^\p{ASCII}]/u.test(email)),
    content: (begin, end) => {
      let source: Readable | undefined
      return new Readable({
        read() {
          if (source !== undefined) return void source.resume()
          begin()
          const opened = source = message.createReadStream()
          opened.on("data", (chunk) => this.push(chunk) || opened.pause())
          opened.on("error", (error) => this.destroy(error))
          opened.on("end", () => {
            end()
            this.push(null)
          })
        },
        destroy(error, done) {
          source?.destroy()
          done(error)
        }
      })
    }
  })
}
