/** Names of files whose senders gave none. */
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
