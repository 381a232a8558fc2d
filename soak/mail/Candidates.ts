/** The behavior of candidates: they answer letters in the ways of mail programs, and write unsolicited mails. */
import type { Random } from "../Random.ts"
import { type Draft, type File, hashOf, mailOf, pdf } from "./Mime.ts"

/** A letter in the mailbox of a candidate. */
export interface Letter {
  readonly id: string
  readonly application_id: string
  readonly references: ReadonlyArray<string>
  readonly source: Uint8Array
}

/** A mail of a candidate, and the expected result. */
export interface Sent {
  readonly id: string
  readonly kind: string
  readonly bytes: Uint8Array
  /** Null if it belongs to no application. */
  readonly application_id: string | null
  readonly is_automatic: boolean
  /** The hash of each file's bytes, by file name. */
  readonly files: ReadonlyMap<string, string>
  readonly copies: number
}

type Answer = Partial<Draft> & { readonly belongs?: boolean; readonly isAutomatic?: boolean; readonly copies?: number }

interface Situation {
  readonly letter: Letter
  /** A letter to another candidate. */
  readonly other: Letter
  readonly name: string
  readonly largeBytes: number
}

const replied = ({ id }: Letter) => `In-Reply-To: ${id}`
const references = ({ id, references }: Letter) => `References: ${[...references, id].join("\r\n ")}`
const thread = (letter: Letter) => [replied(letter), references(letter)]

/** "応募について" in ISO-2022-JP, as Japanese mail programs still write it (RFC 1468). */
const japanese = Buffer.from("\x1b$B1~Jg$K$D$$$F\x1b(B", "latin1")

const kinds: Readonly<Record<string, (situation: Situation) => Answer>> = {
  reply: ({ letter }) => ({ headers: thread(letter) }),
  replyOnly: ({ letter }) => ({ headers: [replied(letter)] }),
  referencesOnly: ({ letter }) => ({ headers: [references(letter)] }),
  changedSubject: ({ letter }) => ({ headers: thread(letter), subject: "When is the interview?" }),
  quotesAnother: ({ letter, other }) => ({
    headers: thread(letter),
    text: `See ${other.id}\n> Message-ID: ${other.id}\n> In-Reply-To: ${other.id}\n`
  }),
  forwarded: ({ letter }) => ({ headers: thread(letter), subject: "Fwd: Your application", attached: letter.source }),
  eightBit: ({ letter }) => ({
    headers: thread(letter),
    subject: "Re: Ihre Bewerbung für Köln",
    text: "Schöne Grüße aus Köln, 東京から\n"
  }),
  japanese: ({ letter }) => ({
    headers: thread(letter),
    subject: `Re: =?ISO-2022-JP?B?${japanese.toString("base64")}?=`,
    charset: "iso-2022-jp",
    text: Buffer.concat([japanese, Buffer.from("\r\n")])
  }),
  rawJapanese: ({ letter }) => ({
    headers: thread(letter),
    subject: "Re: 応募について",
    text: "よろしくお願いします。\n"
  }),
  withFiles: ({ letter, name }) => ({
    headers: thread(letter),
    files: [pdf(`${name}-a.pdf`, 1000), pdf(`${name}-b.pdf`, 100_000)]
  }),
  large: ({ largeBytes, letter, name }) => ({ headers: thread(letter), files: [pdf(`${name}-large.pdf`, largeBytes)] }),
  automatic: ({ letter }) => ({
    headers: [...thread(letter), "Auto-Submitted: auto-replied"],
    subject: "Out of office",
    isAutomatic: true
  }),
  twice: ({ letter }) => ({ headers: thread(letter), copies: 2 }),
  twiceWithFile: ({ letter, name }) => ({
    headers: thread(letter),
    files: [pdf(`${name}-twice.pdf`, 5000)],
    copies: 2
  }),
  forwardedByHand: ({ letter }) => ({ belongs: false, subject: "Fwd: Your application", attached: letter.source }),
  sameSubject: () => ({ belongs: false, subject: "Re: Your application" }),
  unknownThread: () => ({
    belongs: false,
    headers: ["In-Reply-To: <unknown@elsewhere.test>", "References: <unknown@elsewhere.test>"]
  }),
  quotesOnly: ({ other }) => ({ belongs: false, text: `In-Reply-To: ${other.id}\nReferences: ${other.id}\n` })
}

const kindNames: ReadonlyArray<string> = Object.keys(kinds)
const common = kindNames.filter((kind) => kind !== "large")

/** Every 80th mail has the maximum size. */
const largeEvery = 80

/**
 * Returns a candidate's answer to the nth letter of all: each way once in turn, so that none is left out, and then at
 * random.
 */
export const answer = (
  n: number,
  from: string,
  to: string,
  { largeBytes, letter, other }: Omit<Situation, "name">,
  choices: Random
): Sent => {
  const kind = n < kindNames.length ? kindNames[n]! : n % largeEvery === 0 ? "large" : choices.pick(common)
  const name = `mail-${n}`
  const { belongs = true, copies = 1, files = [], isAutomatic = false, ...draft } = kinds[kind]!({
    letter,
    other,
    name,
    largeBytes
  })
  const id = `<${name}.${kind}@person.test>`
  return {
    id,
    kind,
    bytes: mailOf({
      id,
      from,
      to,
      subject: "Re: Your application",
      text: `I look forward to it (${n}).\n`,
      ...draft,
      files
    }),
    application_id: belongs ? letter.application_id : null,
    is_automatic: isAutomatic,
    files: new Map(files.map(({ bytes, name }: File) => [name, hashOf(bytes)])),
    copies
  }
}
