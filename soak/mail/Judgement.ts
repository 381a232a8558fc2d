/** Compares what is stored, and what is in the mailboxes, with what was written. */
import { parse, type ReceivedFile } from "@candor/mail/Parsing"
import type { SQL } from "bun"
import { Effect, Stream } from "effect"
import { join } from "node:path"
import type { Sent } from "./Candidates.ts"
import { hashOf } from "./Mime.ts"
import type { Post } from "./Post.ts"

export interface Conversation {
  readonly application_id: string
  readonly email: string
}

/** A letter that the server has accepted. */
export interface Written extends Conversation {
  readonly id: string
  readonly n: number
  /** The hashes of its files. */
  readonly files: ReadonlyArray<string>
}

/** Returns the Message-ID of a letter, and its references. */
export const readLetter = (source: Uint8Array) => {
  const header = Buffer.from(source.subarray(0, 64 * 1024)).toString("latin1").split(/\r?\n\r?\n/)[0]!.replace(
    /\r?\n[ \t]+/g,
    " "
  )
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, "im").exec(header)?.[1] ?? ""
  return { id: field("message-id").trim(), references: field("references").match(/<[^>]+>/g) ?? [] }
}

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly application_id: string | null
  readonly internet_message_id: string
  readonly status: string
  readonly is_automatic: boolean
  readonly subject: string
  readonly files: ReadonlyArray<{ readonly id: string; readonly original_filename: string }>
}

interface Evidence {
  /** The last copy of each letter in the mailbox of its candidate. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
  readonly copies: ReadonlyMap<string, number>
  readonly data: string
  readonly post: Post
  readonly sent: ReadonlyArray<Sent>
  readonly sql: SQL
  readonly written: ReadonlyArray<Written>
}

/** Returns the hashes of a letter's files, sorted. */
const filesOf = async (source: Uint8Array): Promise<ReadonlyArray<string>> => {
  const hashes: Array<string> = []
  const onFile = ({ content }: ReceivedFile<never>) =>
    Effect.map(Stream.runCollect(content), (chunks) => void hashes.push(hashOf(Buffer.concat([...chunks]))))
  await Effect.runPromise(parse({ size: source.length, source: Stream.make(source) }, onFile))
  return hashes.toSorted()
}

const idOf = ({ id }: Written): string => `<${id}@harbor.test>`

/** Returns what is wrong with the letters. */
const lettersOf = async (
  { bodies, copies, post, written }: Evidence,
  rows: ReadonlyMap<string, ReadonlyArray<Row>>
) => {
  const broken: Array<string> = []
  for (const letter of written) {
    const id = idOf(letter)
    const status = rows.get(id)?.[0]?.status
    const returns = letter.email.endsWith("@bounce.test")
    const expected = returns && post.imap !== null ? "bounced" : post.reports ? "delivered" : "sent"
    if (status !== expected) broken.push(`letter ${letter.n} to ${letter.email} is ${status}`)
    if (!returns && !copies.has(id)) broken.push(`letter ${letter.n} is lost`)
    const body = bodies.get(id)
    if (
      letter.files.length > 0 && body !== undefined && (await filesOf(body)).join() !== letter.files.toSorted().join()
    ) broken.push(`letter ${letter.n} has other bytes`)
  }
  const own = new Set(written.map(idOf))
  const order = [...new Set(post.accepted().filter((id) => own.has(id)))]
  written.map(idOf).forEach((id, at) => {
    if (order[at] !== id) broken.push(`letter ${at} went out as number ${order.indexOf(id)}`)
  })
  for (const id of copies.keys()) if (!own.has(id)) broken.push(`nobody wrote ${id}`)
  return broken
}

/** Returns what is wrong with the received mails. */
const mailsOf = async ({ data, sent }: Evidence, rows: ReadonlyMap<string, ReadonlyArray<Row>>) => {
  const broken: Array<string> = []
  for (const mail of sent) {
    const found = (rows.get(mail.id) ?? []).filter(({ status }) => status === "received")
    if (found.length !== 1) broken.push(`${mail.id} is stored ${found.length} times`)
    for (const row of found) {
      if (row.application_id !== mail.application_id) broken.push(`${mail.id} is in the wrong thread`)
      if (row.is_automatic !== mail.is_automatic)
        broken.push(`${mail.id} is ${row.is_automatic ? "" : "not "}automatic`)
      const kept = row.files.filter(({ original_filename }) => mail.files.has(original_filename))
      if (kept.length !== mail.files.size) broken.push(`${mail.id} has ${kept.length} files of ${mail.files.size}`)
      for (const { id, original_filename } of kept) {
        const content = Bun.file(join(data, "files", row.organization_id, id))
        const hash = await content.exists() ? hashOf(await content.bytes()) : "none"
        if (hash !== mail.files.get(original_filename)) broken.push(`${original_filename} has other bytes`)
      }
    }
  }
  return broken
}

/** Returns what is wrong, and statistics of the run. */
export const judged = async (evidence: Evidence) => {
  const { copies, post, sent, sql, written } = evidence
  const stored = await sql.unsafe(`
    SELECT id, organization_id, application_id, internet_message_id, status, is_automatic, subject, files FROM messages
    WHERE internet_message_id LIKE '%@harbor.test>' OR status = 'received'`) as ReadonlyArray<Row>
  const rows = Map.groupBy(stored, ({ internet_message_id }) => internet_message_id)
  const expected = new Set(sent.map(({ id }) => id))
  const others = stored.filter(({ internet_message_id, status }) =>
    status === "received" && !expected.has(internet_message_id)
  )
  const [attachments] = await sql.unsafe(`
    SELECT count(*)::integer AS lost FROM messages m CROSS JOIN LATERAL jsonb_array_elements(m.files) f
    WHERE m.status = 'received' AND m.application_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM attachments a WHERE a.organization_id = m.organization_id AND a.id = (f ->> 'id')::uuid AND a.application_id = m.application_id)`) as ReadonlyArray<
    { readonly lost: number }
  >
  const broken = [
    ...await lettersOf(evidence, rows),
    ...await mailsOf(evidence, rows),
    ...others.map(({ internet_message_id, subject }) => `nobody sent ${internet_message_id} (${subject})`),
    ...attachments!.lost === 0 ? [] : [`${attachments!.lost} files are not those of their application`]
  ]
  const own = new Set(written.map(idOf))
  const sends = post.accepted().filter((id) => own.has(id)).length
  const bytes = sent.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const figures =
    `${written.length} letters sent ${sends} times, ${
      [...copies.values()].reduce((sum, count) => sum + count, 0)
    } copies in mailboxes, ` +
    `${sent.length} mails of candidates in ${new Set(sent.map(({ kind }) => kind)).size} ways with ${
      (bytes / 1024 ** 2).toFixed(0)
    } MiB, ` +
    `${sent.filter(({ application_id }) => application_id === null).length} of them of nobody`
  return { broken, figures }
}
