/** Names of files: from their headers, or made up if there are none. */
import type { MimeNode } from "@zone-eu/mailsplit"
import { charsetOf, decodedHeader, fallback } from "./Charset.ts"
import { withKnownWords } from "./OldCharsets.ts"

const names: Readonly<Record<string, string>> = {
  "application/pdf": "file.pdf",
  "application/pgp-encrypted": "version.asc",
  "application/pgp-signature": "signature.asc",
  "application/pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/ms-tnef": "winmail.dat",
  "image/gif": "picture.gif",
  "image/jpeg": "picture.jpg",
  "image/png": "picture.png",
  "image/webp": "picture.webp",
  "message/delivery-status": "delivery-status.txt",
  "message/disposition-notification": "disposition.txt",
  "message/global": "forwarded.eml",
  "message/rfc822": "forwarded.eml",
  "text/calendar": "invitation.ics",
  "text/html": "text.html",
  "text/plain": "text.txt",
  "text/rfc822-headers": "headers.txt",
  "text/vcard": "contact.vcf"
}

const mailTypes = new Set(["message/rfc822", "message/global"])

/** Returns the name of a file: its own, or one by its type. An attached mail is an .eml file. */
export const nameOf = (name: string | undefined, type: string): string => {
  const known = name === undefined || name.trim() === "" ? names[type] ?? "file" : name
  return mailTypes.has(type) && !/\.(?:eml|msg)$/i.test(known) ? `${known}.eml` : known
}

/** The headers that contain a file's name, unfolded, with bytes as Latin-1. */
const namingHeaders = (node: MimeNode): ReadonlyArray<string> =>
  node.headers === false
    ? []
    : node.headers.getList().filter(({ key }) => key === "content-disposition" || key === "content-type").toSorted((
      one,
      other
    ) => one.key < other.key ? 1 : -1)
      .map(({ line }) => line.replace(/\r?\n(?=[ \t])/g, ""))

/** A quoted name that is not closed ends with the header. Otherwise each opening quote would be searched to the end. */
const named = /;\s*(?:file)?name\s*=\s*(?:"((?:\\[^]|[^"\\])*)(?:"|\\?$)|([^\s;"]+))/i

const isPlain = (text: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{ASCII}\u3000-\u30ff\uff00-\uff65]*$/u.test(text)

/**
 * Decodes non-ASCII bytes in a name. They are too few to guess the character set well, so those that look Japanese are
 * decoded as that.
 */
const decodedName = (bytes: Uint8Array, charset: string | undefined): string => {
  const decoded = decodedHeader(bytes, charset)
  if (
    charset === undefined || /^(?:utf-8|iso-2022-jp|shift_jis|us-ascii)$/i.test(charset) && charsetOf(bytes) !== "utf-8"
  ) {
    try {
      const japanese = new TextDecoder("shift_jis", { fatal: true }).decode(bytes)
      if (isPlain(japanese) && (charsetOf(bytes) === fallback || !isPlain(decoded))) return japanese
    } catch {
      return decoded
    }
  }
  return decoded
}

/**
 * Returns the name of a part from its headers. Non-ASCII bytes are in the character set of the mail's text. Keeps
 * backslashes of paths, which the library takes for escapes. Undefined if there is none.
 */
export const sentName = (node: MimeNode, charset: string | undefined): string | undefined => {
  const name = node.filename === false ? undefined : node.filename
  for (const sent of namingHeaders(node)) {
    const line = withKnownWords(sent)
    if (/name\*/i.test(line)) return name
    const isRaw = line.includes("\u001b") || /\P{ASCII}/u.test(line)
    const match = named.exec(isRaw ? decodedName(Buffer.from(line, "latin1"), charset) : line)
    const own = match?.[1] ?? match?.[2]
    if (own !== undefined && (isRaw || line !== sent || own.includes("\\"))) return own
  }
  return name
}
