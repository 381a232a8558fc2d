/** An IMAP server for tests, whose mailbox can do what no real server does on demand. */
import { spyOn } from "bun:test"
import { Effect, type Scope } from "effect"
import { type AddressInfo, createServer, type Socket } from "node:net"

export interface StoredMail {
  readonly uid: number
  /** INTERNALDATE (RFC 9051, section 2.3.3). */
  readonly date: Date
  readonly source: string
  readonly flags?: string
}

/** The state of the mailbox at the server. Tests change it while it is read. */
export interface ScriptedMailbox {
  uidValidity: number | null
  /** Null if EXAMINE does not report it. */
  uidNext: number | null
  /** Whether STATUS is answered. */
  hasStatus: boolean
  /** Returns whether a token (XOAUTH2) is accepted; undefined if only passwords are. */
  accepts: ((user: string, token: string) => boolean) | undefined
  mails: Array<StoredMail>
}

/**
 * Replaces the server's answer to a command: the lines before the tagged one, and the tagged one without its tag;
 * undefined for the usual answer.
 */
export type Misbehaviour = (
  command: string,
  mailbox: ScriptedMailbox
) => ReadonlyArray<string> | "drop" | "silence" | undefined

export interface ScriptedImap {
  readonly port: number
  readonly mailbox: ScriptedMailbox
  readonly commands: Array<string>
  /** Replaces the misbehavior. */
  readonly misbehave: (how: Misbehaviour) => void
  /** Adds a mail, and notifies waiting clients. */
  readonly deliver: (source: string, changes?: Partial<StoredMail>) => void
  /** Sends a text to all clients. */
  readonly say: (text: string) => void
  /** Closes all connections. */
  readonly kick: () => void
}

const usual: Misbehaviour = () => undefined

const inSet = (set: string, last: number) => (number: number): boolean =>
  set.split(",").some((range) => {
    const [from = 0, to = from] = range.split(":").map((end) => end === "*" ? last : Number(end))
    return number >= Math.min(from, to) && number <= Math.max(from, to)
  })

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const dateOf = (date: Date): string =>
  `${String(date.getUTCDate()).padStart(2, "0")}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${
    date.toISOString().slice(11, 19)
  } +0000`

const fetched = ({ date, flags = "\\Seen", source, uid }: StoredMail, sequence: number, items: string): string => {
  const partial = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(items)
  const from = Number(partial?.[1] ?? 0)
  const text = source.slice(from, from + Number(partial?.[2] ?? Infinity))
  const body = partial === null
    ? ""
    : ` BODY[]${partial[1] === undefined ? "" : `<${from}>`} {${text.length}}\r\n${text}`
  return `* ${sequence} FETCH (UID ${uid} FLAGS (${flags}) INTERNALDATE "${
    dateOf(date)
  }" RFC822.SIZE ${source.length}${body})`
}

const capabilities = ({ accepts }: ScriptedMailbox): string =>
  `IMAP4rev1 IDLE${accepts === undefined ? "" : " SASL-IR AUTH=XOAUTH2"}`

/** Google's challenge between an invalid token and the refusal. */
const challenge = Buffer.from(JSON.stringify({ status: "400", schemes: "Bearer", scope: "https://mail.google.com/" }))
  .toString("base64")

/** Returns the usual answer to a command. */
const answerTo = (command: string, mailbox: ScriptedMailbox): ReadonlyArray<string> => {
  const { accepts, hasStatus, mails, uidNext, uidValidity } = mailbox
  const [verb = "", ...rest] = command.replace(/^UID /i, "").split(" ")
  const last = mails.at(-1)?.uid ?? 0
  switch (verb.toUpperCase()) {
    case "CAPABILITY":
      return [`* CAPABILITY ${capabilities(mailbox)}`, "OK done"]
    case "LOGIN":
      return [accepts === undefined ? "OK done" : "NO [AUTHENTICATIONFAILED] Basic authentication is disabled"]
    case "LIST":
      return rest[1] === "\"\"" ? ["* LIST (\\Noselect) \"/\" \"\"", "OK done"] : ["* LIST () \"/\" INBOX", "OK done"]
    case "EXAMINE":
      return [
        "* FLAGS (\\Seen \\Deleted $Label1 NonJunk)",
        `* ${mails.length} EXISTS`,
        "* 0 RECENT",
        ...uidValidity === null ? [] : [`* OK [UIDVALIDITY ${uidValidity}] Valid`],
        ...uidNext === null ? [] : [`* OK [UIDNEXT ${uidNext}] Next`],
        "OK [READ-ONLY] done"
      ]
    case "STATUS":
      return hasStatus
        ? [
          `* STATUS INBOX (MESSAGES ${mails.length} UIDNEXT ${uidNext ?? last + 1} UIDVALIDITY ${uidValidity ?? 1})`,
          "OK done"
        ]
        : ["BAD Unknown command"]
    case "SEARCH": {
      const isFound = inSet(/UID ([\d:*,]+)/i.exec(rest.join(" "))?.[1] ?? "1:*", last)
      const since = Date.parse(/SINCE (\S+)/i.exec(rest.join(" "))?.[1] ?? "1-Jan-1970")
      return [
        `* SEARCH ${
          mails.filter(({ date, uid }) => isFound(uid) && date.getTime() >= since).map(({ uid }) => uid).join(" ")
        }`.trimEnd(),
        "OK done"
      ]
    }
    case "FETCH": {
      const isUid = /^UID /i.test(command)
      const isFound = inSet(rest[0] ?? "", isUid ? last : mails.length)
      return [
        ...mails.flatMap((mail, index) =>
          isFound(isUid ? mail.uid : index + 1) ? [fetched(mail, index + 1, command)] : []
        ),
        "OK done"
      ]
    }
    default:
      return ["OK done"]
  }
}

/** Serves a mailbox on 127.0.0.1 until the scope closes. */
export const scriptedImap = (changes: Partial<ScriptedMailbox> = {}): Effect.Effect<ScriptedImap, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const mailbox: ScriptedMailbox = {
        uidValidity: 1,
        uidNext: 1,
        hasStatus: true,
        accepts: undefined,
        mails: [],
        ...changes
      }
      const commands: Array<string> = []
      const sockets = new Set<Socket>()
      let misbehaviour = usual
      const say = (text: string) => sockets.forEach((socket) => void socket.write(Buffer.from(text, "latin1")))
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => undefined)
        socket.on("close", () => sockets.delete(socket))
        socket.write(`* OK [CAPABILITY ${capabilities(mailbox)}] mail.test\r\n`)
        let received = ""
        let idling: string | undefined
        let refused: string | undefined
        const obey = (line: string) => {
          if (/^DONE$/i.test(line) && idling !== undefined) {
            socket.write(`${idling} OK done\r\n`)
            idling = undefined
            return
          }
          if (refused !== undefined) {
            socket.write(`${refused} NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)\r\n`)
            refused = undefined
            return
          }
          const [tag = "", ...rest] = line.split(" ")
          const command = rest.join(" ")
          commands.push(command)
          const [, sasl] = /^AUTHENTICATE XOAUTH2 (\S+)$/i.exec(command) ?? []
          const [user = "", token = ""] = Buffer.from(sasl ?? "", "base64").toString().split("\x01").map((field) =>
            field.replace(/^user=|^auth=Bearer /, "")
          )
          if (sasl !== undefined && mailbox.accepts?.(user, token) !== true) {
            refused = tag
            return void socket.write(`+ ${challenge}\r\n`)
          }
          const given = misbehaviour(command, mailbox)
          if (given === "drop") return void socket.destroy()
          if (given === "silence") return
          if (given === undefined && /^IDLE$/i.test(command)) {
            idling = tag
            return void socket.write("+ idling\r\n")
          }
          const said = given ?? answerTo(command, mailbox)
          const lines = [...said.slice(0, -1), `${tag} ${said.at(-1)}`]
          socket.write(Buffer.from(lines.map((one) => `${one}\r\n`).join(""), "latin1"))
        }
        socket.on("data", (bytes) => {
          received += bytes.toString("latin1")
          const lines = received.split("\r\n")
          received = lines.pop()!
          lines.forEach(obey)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const kick = () => sockets.forEach((socket) => socket.destroy())
      return {
        // An object, since the server listens on a port.
        port: (server.address() as AddressInfo).port,
        mailbox,
        commands,
        misbehave: (how: Misbehaviour) => {
          misbehaviour = how
        },
        deliver: (source: string, changes: Partial<StoredMail> = {}) => {
          const uid = mailbox.uidNext ?? (mailbox.mails.at(-1)?.uid ?? 0) + 1
          mailbox.mails.push({ uid, date: new Date(), source, ...changes })
          if (mailbox.uidNext !== null) mailbox.uidNext = uid + 1
          say(`* ${mailbox.mails.length} EXISTS\r\n`)
        },
        say,
        kick,
        close: () => {
          kick()
          server.close()
        }
      }
    }),
    ({ close }) => Effect.sync(close)
  )

/**
 * Stops the clock for limits on how much may arrive in a period: on a busy machine, slow reading would never reach
 * them.
 */
export const timeStandsStill = Effect.acquireRelease(
  Effect.sync(() => spyOn(performance, "now").mockReturnValue(performance.now())),
  (now) => Effect.sync(() => now.mockRestore())
)
