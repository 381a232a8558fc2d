/**
 * Kills the server and the worker while an organization writes letters to candidates over real mail servers, and the
 * candidates answer in all the ways of mail programs. At the end each letter is in its mailbox, each received mail is
 * stored once, byte for byte, with the right application, and the letters were sent in order.
 *
 *     bun soak/mail.ts [--conversations 100] [--letters 3] [--kills 50] [--large 30] [--misbehaving 10]     on TEST_DATABASE_URL; --large in MiB
 *
 * Then the mailbox is read from servers that misbehave, with twice `--misbehaving` mails each: none is lost or stored
 * twice, and the reported health of the mailbox is right within a minute. `--conversations 0` runs only this part.
 * Mails go over Postfix and Dovecot if they are installed (Debian's postfix, dovecot-imapd and dovecot-lmtpd), and the
 * program runs as root.
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { password } from "@candor/mail/testing/Dovecot"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { answer, type Letter, type Sent } from "./mail/Candidates.ts"
import { type File as OutgoingFile, hashOf, pdf } from "./mail/Mime.ts"
import { post as startPost } from "./mail/Post.ts"
import { misbehaved } from "./mail/Misbehaving.ts"
import { type Conversation, judged, readLetter, type Written } from "./mail/Judgement.ts"
import { random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const { values } = parseArgs({
  options: {
    conversations: { type: "string", default: "100" },
    letters: { type: "string", default: "3" },
    kills: { type: "string", default: "50" },
    large: { type: "string", default: "30" },
    misbehaving: { type: "string", default: "10" }
  }
})
const [conversationCount, letterCount, kills, large] = [
  values.conversations,
  values.letters,
  values.kills,
  values.large
].map(Number) as [
  number,
  number,
  number,
  number
]
const total = conversationCount * letterCount

/** Seconds until a server is ready, and until everything that was sent has arrived. */
const [startLimit, arrivalLimit] = [60, 300]

const jobs = "jobs@harbor.test"

const folder = scratchFolder("mail")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
whenEnding(() => void database.drop())
const demo = await Demo.prepare(folder, database.url)
const post = await startPost(folder)
console.log(`Over ${post.name}`)
const data = join(folder, "data")
const env = {
  HOME: folder,
  CANDOR_DATA_DIR: data,
  CANDOR_RATE_LIMIT: "1000000000",
  CANDOR_MAIL_PRIVATE: "allow",
  ...demo.env
}
const server = await service("server", { name: "server", folder, env })
const worker = await service("worker", { name: "worker", folder, env })
const processes = [server, worker]
for (const process of processes) process.start()
await becomesReady(server, startLimit)
const { admin: key } = await demo.keys()
const choices = random(1)

const ask = (method: string, path: string, body?: unknown, idempotencyKey?: string) =>
  call(
    {
      base_url: server.base_url,
      key,
      ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } })
    },
    { method, path, body },
    { timeout: 60_000, pooled: false }
  )

/** Retries until the server answers, also after a kill. */
const untilAnswered = async <Body>(
  method: string,
  path: string,
  body: unknown,
  status: number,
  idempotencyKey?: string
): Promise<Body> => {
  for (;;) {
    const reply = await ask(method, path, body, idempotencyKey)
    const isAway = reply.status === undefined || reply.status === 503 ||
      reply.status === 409 && /idempot/i.test(reply.text)
    if (!isAway) return expecting<Body>(reply, status)
    await Bun.sleep(50)
  }
}

const local = (port: number) => ({ host: "127.0.0.1", port, security: "none", username: null })
const account = {
  sender_email: jobs,
  smtp: local(post.smtp),
  imap: post.imap === null ? null : { ...local(post.imap), username: jobs, password }
}
await untilAnswered("PUT", "/organization/mail", account, 200)

interface Health {
  readonly mail_account: Readonly<Record<"smtp_health" | "imap_health", { readonly status: string }>>
}

const works = async (): Promise<boolean> => {
  const { mail_account } = await untilAnswered<Health>("GET", "/organization/mail", undefined, 200)
  return mail_account.smtp_health.status === "working" &&
    (post.imap === null || mail_account.imap_health.status === "working")
}
while (!await works()) await Bun.sleep(100)

const { job } = await untilAnswered<{ job: { id: string } }>("POST", "/jobs", { title: "Harbour pilot" }, 201)
const { job: other } = await untilAnswered<{ job: { id: string } }>(
  "POST",
  "/jobs",
  { title: "Lighthouse keeper" },
  201
)
for (const { id } of [job, other]) await untilAnswered("PATCH", `/jobs/${id}`, { status: "published" }, 200)

/**
 * Half as many people as conversations: each person has two applications, with letters of the same subject. A tenth of
 * the people have no mailbox.
 */
const conversations: Array<Conversation> = []
for (let n = 0; n < conversationCount; n++) {
  const person = n >> 1
  const email = `person-${person}@${person % 10 === 9 ? "bounce.test" : "person.test"}`
  const draft = {
    job_id: (n % 2 === 0 ? job : other).id,
    candidate: { full_name: `Person ${person}`, primary_email: email }
  }
  const { application } = await untilAnswered<{ application: { id: string } }>("POST", "/applications", draft, 201)
  conversations.push({ application_id: application.id, email })
}

const written: Array<Written> = []
const sent: Array<Sent> = []
const state = { kills: 0, isOver: false }

/** Uploads a file to an application, and returns its id. */
const upload = async (application_id: string, file: OutgoingFile): Promise<string> => {
  const form = new FormData()
  form.append("file_type", "other")
  form.append("file", new File([Buffer.from(file.bytes)], file.name))
  for (;;) {
    const answer = await fetch(`${server.base_url}/applications/${application_id}/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
      keepalive: false
    }).catch(() => undefined)
    if (answer?.status === 201) return (await answer.json() as { attachment: { id: string } }).attachment.id
    await Bun.sleep(50)
  }
}

/**
 * The files of the nth letter: every hundredth has the maximum size, in two files, because an uploaded file has 20 MiB
 * at most.
 */
const filesOf = (n: number): ReadonlyArray<OutgoingFile> =>
  n % 100 === 0
    ? [1, 2].map((part) => pdf(`letter-${n}-${part}.pdf`, large * 1024 ** 2 / 2))
    : n % 20 === 0
    ? [pdf(`letter-${n}.pdf`, 200_000)]
    : []

/** Writes the letters in rounds over all conversations, at the pace of the kills. */
const write = async () => {
  for (let n = 0; n < total; n++) {
    const conversation = conversations[n % conversationCount]!
    const files = filesOf(n)
    const attachment_ids = await Promise.all(files.map((file) => upload(conversation.application_id, file)))
    const body = { subject: "Your application", body: `Letter ${n}`, attachment_ids }
    const { message } = await untilAnswered<{ message: { id: string } }>(
      "POST",
      `/applications/${conversation.application_id}/messages`,
      body,
      201,
      `letter-${n}`
    )
    written.push({ ...conversation, id: message.id, n, files: files.map(({ bytes }) => hashOf(bytes)) })
    // Lets mails be sent between kills, before it writes further ones.
    while (state.kills < Math.floor((written.length / total) * kills * 0.9) && !state.isOver) await Bun.sleep(20)
  }
}

/** The answered letters. Candidates treat a resent letter as the same. */
const answered = new Set<string>()
const copies = new Map<string, number>()
const bodies = new Map<string, Uint8Array>()
let last: Letter | undefined

const candidates = async () => {
  const known = new Map<string, string>()
  while (!state.isOver) {
    for (const { application_id, id } of written) known.set(`<${id}@harbor.test>`, application_id)
    for (const email of new Set(conversations.map(({ email }) => email))) {
      for (const source of await post.unread(email)) {
        const { id, references } = readLetter(source)
        copies.set(id, (copies.get(id) ?? 0) + 1)
        bodies.set(id, source)
        // The client may not have the answer with the application yet.
        while (!known.has(id)) {
          await Bun.sleep(20)
          for (const { application_id, id } of written) known.set(`<${id}@harbor.test>`, application_id)
        }
        if (answered.has(id) || post.imap === null) continue
        answered.add(id)
        const letter = { id, application_id: known.get(id)!, references, source }
        const mail = answer(
          sent.length,
          email,
          jobs,
          { letter, other: last ?? letter, largeBytes: large * 1024 ** 2 },
          choices
        )
        last = letter
        for (let copy = 0; copy < mail.copies; copy++) await post.send(email, jobs, mail.bytes, sent.length + copy)
        sent.push(mail)
      }
    }
    await Bun.sleep(100)
  }
}

/** Kills one of the two processes at random moments. */
const kill = async () => {
  while (state.kills < kills && !state.isOver) {
    await Bun.sleep(choices.integer(200, 4000))
    const process = choices.pick(processes)
    await process.stop("SIGKILL")
    process.start()
    state.kills++
    if (!await becomesReady(process, startLimit))
      throw new Error(`${process.name} does not start again: see ${process.log}`)
    if (state.kills % 10 === 0)
      console.error(
        `${state.kills} kills, ${written.length} of ${total} letters written, ${sent.length} mails of candidates`
      )
  }
}

/** Waits until nothing changes any more. */
const settles = async () => {
  const until = performance.now() + arrivalLimit * 1000
  for (;;) {
    const [row] = await database.sql.unsafe(`
      SELECT count(*) FILTER (WHERE status IN ('queued', 'sending')) AS waiting,
        count(*) FILTER (WHERE status = 'received') AS received,
        count(*) FILTER (WHERE status = 'sent') AS unreported FROM messages`) as ReadonlyArray<
      Record<"waiting" | "received" | "unreported", string>
    >
    const isAnswered = post.imap === null || Number(row!.received) >= sent.length && answered.size === copies.size
    const isDone = Number(row!.waiting) === 0 && isAnswered && (!post.reports || Number(row!.unreported) === 0)
    if (isDone || performance.now() > until) return isDone
    await Bun.sleep(500)
  }
}

const began = performance.now()
const robots = candidates()
await Promise.all([write(), total === 0 ? undefined : kill()])
console.error(`All letters are written after ${((performance.now() - began) / 1000).toFixed(0)} s`)
const isSettled = await settles()
// Gives duplicates time to arrive.
await Bun.sleep(5000)
state.isOver = true
await robots
const seconds = (performance.now() - began) / 1000
const { broken, figures } = await judged({ bodies, copies, data, post, sent, sql: database.sql, written })
const imapHealth = async () =>
  (await untilAnswered<Health>("GET", "/organization/mail", undefined, 200)).mail_account.imap_health.status
const configure = async (port: number) =>
  void await untilAnswered("PUT", "/organization/mail", {
    ...account,
    imap: { ...local(port), username: jobs, password }
  }, 200)
const mails = Number(values.misbehaving)
if (mails > 0) broken.push(...await misbehaved({ configure, health: imapHealth, mails, sql: database.sql }))
await Promise.all(processes.map((process) => process.stop("SIGTERM")))
await post.stop()
await database.drop()
if (!isSettled) broken.unshift(`not everything has come after ${arrivalLimit} s`)
console.log(
  `${conversationCount} conversations over ${post.name}, ${state.kills} kills, ${seconds.toFixed(0)} s: ${figures}. ` +
    (broken.length === 0
      ? "None lost, none twice, none in another thread, in their order, with their bytes"
      : `BROKEN (${broken.length}):\n${broken.slice(0, 30).join("\n")}`)
)
process.exit(broken.length === 0 ? 0 : 1)
