/**
 * Runs against mailbox servers that misbehave, one by one: each mail is stored once, and the reported health of the
 * mailbox is right within a minute.
 */
import {
  type Misbehaviour,
  type ScriptedImap,
  scriptedImap,
  type ScriptedMailbox
} from "@candor/mail/testing/ScriptedImap"
import type { SQL } from "bun"
import { Effect, Exit, Scope } from "effect"
import { mailOf } from "./Mime.ts"

interface Kind {
  /** Changes the mailbox between the first mails and the others. */
  readonly change?: (mailbox: ScriptedMailbox) => void
  readonly how?: Misbehaviour
  /** The initial state of the mailbox. */
  readonly initial?: Partial<ScriptedMailbox>
  /** Whether it cannot be read while it misbehaves, which the health has to report. */
  readonly isBroken?: boolean
}

/** Misbehaves at each nth command that matches. */
const eachNth = (n: number, form: RegExp, answer: ReturnType<Misbehaviour>): Misbehaviour => {
  let count = 0
  return (command) => form.test(command) && ++count % n === 0 ? answer : undefined
}

const always = (form: RegExp, answer: ReturnType<Misbehaviour>): Misbehaviour => (command) =>
  form.test(command) ? answer : undefined

const kinds: Readonly<Record<string, Kind>> = {
  "numbers that begin anew": { change: (mailbox) => Object.assign(mailbox, { mails: [], uidNext: 1 }) },
  "numbers that begin anew, with another UIDVALIDITY": {
    change: (mailbox) => Object.assign(mailbox, { uidNext: mailbox.mails.length + 1, uidValidity: 2 })
  },
  "an older copy": { change: (mailbox) => Object.assign(mailbox, { mails: mailbox.mails.slice(0, 1), uidNext: 2 }) },
  "no UIDNEXT": { initial: { uidNext: null } },
  "no UIDNEXT and no STATUS": { initial: { uidNext: null, hasStatus: false } },
  "no data at each second FETCH": { how: eachNth(2, /^UID FETCH \d+ /, ["OK done"]) },
  "flags alone at each second FETCH": {
    how: eachNth(2, /^UID FETCH \d+ /, ["* 1 FETCH (FLAGS ($Junk \\Deleted))", "OK done"])
  },
  "a SEARCH that finds nothing": { how: always(/SEARCH/, ["* SEARCH", "OK done"]) },
  "an end of the connection at each fifteenth command": { how: eachNth(15, /^UID (?:FETCH|SEARCH)/, "drop") },
  "no IDLE": { how: always(/^IDLE/, ["NO Not now"]) },
  "a folder that cannot be opened": { how: always(/EXAMINE/, ["NO Not now"]), isBroken: true },
  "mails that are not shown": {
    how: (command) =>
      /SEARCH/.test(command) ? ["* SEARCH", "OK done"] : /FETCH/.test(command) ? ["OK done"] : undefined,
    isBroken: true
  }
}

/** The time limits in milliseconds: for the health, and for mails on any slow machine. */
const [patience, limit] = [60_000, 30 * 60_000]

/** How often a mailbox may be opened without a new mail before the missing ones count as lost. */
const maxVain = 5

const hour = 3_600_000

const becomes = async (what: () => Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + patience
  while (performance.now() < until) {
    if (await what()) return true
    await Bun.sleep(100)
  }
  return false
}

interface Situation {
  /** Makes Candor read the mailbox on a local port. */
  readonly configure: (port: number) => Promise<void>
  /** Returns the reported health of the mailbox. */
  readonly health: () => Promise<string>
  readonly sql: SQL
  /** The number of mails that arrive before a server misbehaves, and meanwhile. */
  readonly mails: number
}

const run = async (
  kind: string,
  index: number,
  { configure, health, mails, sql }: Situation
): Promise<ReadonlyArray<string>> => {
  const { change, how, initial, isBroken = false } = kinds[kind]!
  const scope = Scope.makeUnsafe()
  const server: ScriptedImap = await Effect.runPromise(Scope.provide(scriptedImap(initial), scope))
  const broken: Array<string> = []
  const ids: Array<string> = []
  // The first mails get an earlier time, because servers report seconds, and must not confuse them with the others.
  const deliver = (millisAgo = 0) => {
    const date = new Date(Date.now() - millisAgo)
    for (let n = 0; n < mails; n++) {
      const id = `<misbehaving-${index}-${ids.length}@person.test>`
      ids.push(id)
      server.deliver(
        Buffer.from(
          mailOf({
            id,
            from: "person@person.test",
            to: "jobs@harbor.test",
            subject: kind,
            text: `${kind}, mail ${ids.length}\n`
          })
        ).toString("latin1"),
        { date }
      )
    }
  }
  const counts = async () => {
    const rows = await sql.unsafe(
      `SELECT internet_message_id AS id, count(*)::integer AS count FROM messages WHERE internet_message_id LIKE '<misbehaving-${index}-%' GROUP BY 1`
    )
    return new Map(
      (rows as ReadonlyArray<{ readonly id: string; readonly count: number }>).map(({ count, id }) => [id, count])
    )
  }
  /** Waits until all mails are stored, as long as the mailbox can be read. */
  const areStored = async () => {
    const until = performance.now() + limit
    for (let [stored, from] = [-1, 0]; performance.now() < until;) {
      const [found, opened] = [
        (await counts()).size,
        server.commands.filter((command) => command.startsWith("EXAMINE")).length
      ]
      if (found === ids.length) return true
      if (found > stored) [stored, from] = [found, opened]
      if (opened > from + maxVain) return false
      await Bun.sleep(100)
    }
    return false
  }
  const tells = (status: string) => becomes(async () => await health() === status)
  await configure(server.port)
  if (!await tells("working")) broken.push(`${kind}: it does not work after a minute`)
  deliver(hour)
  if (!await areStored()) broken.push(`${kind}: not all has come before`)
  server.kick()
  change?.(server.mailbox)
  if (how !== undefined) server.misbehave(how)
  deliver()
  if (isBroken) {
    if (!await tells("failing")) broken.push(`${kind}: nothing tells that it is not read`)
    server.misbehave(() => undefined)
  }
  if (!await areStored()) broken.push(`${kind}: ${ids.length - (await counts()).size} of ${ids.length} are lost`)
  if (!await tells("working")) broken.push(`${kind}: it does not work at the end`)
  for (const [id, count] of await counts()) if (count !== 1) broken.push(`${id} is stored ${count} times`)
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return broken
}

/** Runs all kinds, and returns what is wrong. */
export const misbehaved = async (situation: Situation): Promise<ReadonlyArray<string>> => {
  const broken: Array<string> = []
  for (const [index, kind] of Object.keys(kinds).entries()) {
    const found = await run(kind, index, situation)
    console.error(
      `A server with ${kind}: ${
        found.length === 0 ? "none lost, none twice, and its health was true" : found.join("; ")
      }`
    )
    broken.push(...found)
  }
  return broken
}
