/** Writes mails like the mail programs of candidates. */
import { createHash } from "node:crypto"

export interface File {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Draft {
  readonly id: string
  readonly from: string
  readonly to: string
  /** The raw header, encoded or not. */
  readonly subject: string | Uint8Array
  readonly headers?: ReadonlyArray<string>
  readonly text: string | Uint8Array
  readonly charset?: string
  readonly files?: ReadonlyArray<File>
  /** A mail that is attached unchanged. */
  readonly attached?: Uint8Array
}

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const wrapped = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n")

const crlf = (text: string): string => text.replace(/\r?\n/g, "\r\n")

const bytesOf = (text: string | Uint8Array): Uint8Array => typeof text === "string" ? Buffer.from(text) : text

/** Returns the bytes of a mail. */
export const mailOf = (
  { attached, charset = "utf-8", files = [], from, headers = [], id, subject, text, to }: Draft
): Uint8Array<ArrayBuffer> => {
  const boundary = `=_${hashOf(Buffer.from(id)).slice(0, 24)}`
  const part = (...lines: ReadonlyArray<string>) => Buffer.from([`--${boundary}`, ...lines, "", ""].join("\r\n"))
  const end = Buffer.from("\r\n")
  return Buffer.concat([
    Buffer.from(
      [
        "From: Candidate <" + from + ">",
        `To: <${to}>`,
        `Message-ID: ${id}`,
        "Date: Mon, 05 Oct 2026 14:03:31 +0200",
        ...headers,
        "Subject: "
      ].join("\r\n")
    ),
    bytesOf(subject),
    Buffer.from(
      ["", "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="${boundary}"`, "", ""].join("\r\n")
    ),
    part(`Content-Type: text/plain; charset=${charset}`, "Content-Transfer-Encoding: 8bit"),
    typeof text === "string" ? Buffer.from(crlf(text)) : text,
    end,
    ...attached === undefined
      ? []
      : [part("Content-Type: message/rfc822", "Content-Disposition: attachment; filename=letter.eml"), attached, end],
    ...files.flatMap(({ bytes, name }) => [
      part(
        `Content-Type: application/pdf; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        "Content-Transfer-Encoding: base64"
      ),
      Buffer.from(wrapped(bytes)),
      end
    ]),
    Buffer.from(`--${boundary}--`)
  ])
}

/** Makes a PDF, judged by its first bytes, with unique content. */
export const pdf = (name: string, size: number): File => {
  const seed = createHash("sha256").update(name).digest()
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 32)
    createHash("sha256").update(seed).update(String(at >> 20)).digest().copy(bytes, at, 0, Math.min(32, size - at))
  bytes.write("%PDF-1.7\n")
  return { name, bytes }
}
