/** The report of a bounced mail (RFC 3464), like Postfix's, if there is no Postfix. */
const headerOf = (mail: Uint8Array): string =>
  Buffer.from(mail.subarray(0, 64 * 1024)).toString("latin1").split("\r\n\r\n")[0]!

export const bounceOf = (mail: Uint8Array, to: string, recipient: string): string => {
  const header = headerOf(mail)
  const id = /^message-id:\s*<([^>]+)>/im.exec(header)?.[1]
  return [
    "From: MAILER-DAEMON@mx.harbor.test",
    `To: ${to}`,
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <bounce.${id}>`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="=_bounce"`,
    "",
    "--=_bounce",
    "Content-Type: text/plain",
    "",
    "The mail could not be delivered.",
    "",
    "--=_bounce",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.harbor.test",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 No such person here",
    "",
    "--=_bounce",
    "Content-Type: text/rfc822-headers",
    "",
    header,
    "",
    "--=_bounce--",
    ""
  ].join("\r\n")
}
