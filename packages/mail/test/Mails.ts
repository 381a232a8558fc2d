/** Mails and servers for tests. */
import type { OutgoingFile, OutgoingMail } from "@candor/mail/Composing"
import { withPassword } from "@candor/mail/Credentials"
import { connect, type Sender } from "@candor/mail/Sending"
import { Effect, Redacted, Stream } from "effect"

export const mail: OutgoingMail = {
  from: { name: "Harbor Analytics careers", email: "jobs@harbor.example" },
  to: [{ name: "Maya Lindqvist", email: "maya@mail.example" }],
  copies: [],
  subject: "Your application",
  text: "Dear Maya,\n\nwe would like to get to know you.",
  html: "<p>Dear Maya,</p><p>we would like to get to know you.</p>",
  messageId: "<01a11b12-60d4-7e3f-95a8-c1740b2de693@harbor.example>",
  inReplyTo: null,
  references: [],
  date: new Date("2026-11-20T09:30:00Z"),
  attachments: [],
  isAutomatic: false,
  unsubscribe: null
}

/** A local server, without encryption or a name. */
export const sender = (port: number, changes: Partial<Sender["server"]> = {}): Sender => ({
  server: { host: "127.0.0.1", port, security: "none", username: null, ...changes },
  credentials: withPassword(
    changes.username === undefined || changes.username === null ? null : Redacted.make("correct horse")
  ),
  policy: { allowsPrivate: true }
})

/** Sends one mail. */
export const send = (sender: Sender, mail: OutgoingMail) =>
  Effect.scoped(Effect.flatMap(connect(sender), (session) => session.send(mail)))

/** Returns what keeps a server from working; null if nothing does. */
export const verify = (sender: Sender) => Effect.scoped(Effect.flatMap(connect(sender), (session) => session.verify))

/** Makes a file whose bytes depend on their position. */
export const file = (name: string, size: number): OutgoingFile & { readonly bytes: Uint8Array } => {
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 0xff)
  const chunkBytes = 64 * 1024
  const chunks = Array.from(
    { length: Math.ceil(size / chunkBytes) },
    (_, at) => bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes)
  )
  return { name, contentType: "application/pdf", size, content: Stream.fromIterable(chunks), bytes }
}
