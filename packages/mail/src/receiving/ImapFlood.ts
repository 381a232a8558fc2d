/**
 * Limits what a mailbox server may send. Each line costs the process about 15 µs, however short: a megabyte of them
 * would block everything for a second. So lines of all connections are read at a limited rate, and a connection ends if
 * its server sends more than was requested.
 */
import { flood } from "@candor/domain/mail/MailServer"
import type { ImapFlow } from "imapflow"
import { setTimeout } from "node:timers/promises"

/**
 * Lines and bytes that a server may send without a command: a burst, and a rate per second. A mail program that marks
 * all mails as read causes some thousand lines.
 */
const unasked = { lines: 10_000, linesPerSecond: 500, bytes: 1024 ** 2, bytesPerSecond: 64 * 1024 }

/** Maximum lines and bytes of the response to a command, without contents of mails, and maximum mails that it names. */
const answer = { lines: 100_000, bytes: 8 * 1024 ** 2, mails: 1_000_000 }

/**
 * A slice: the lines that a connection reads per turn, of which all connections of the process take turns; and the
 * bytes that count as a line.
 */
const [sliceLines, bytesOfLine] = [100, 256]

/**
 * The pause before a connection's next turn, in milliseconds: a multiple of its last turn's duration, so that others
 * get most of the time.
 */
const pauseAfter = (sliceMillis: number): number => Math.min(100, Math.max(10, 5 * sliceMillis))

/** Bytes of mail contents that count as a line. */
const contentBytesOfLine = 64 * 1024

const [lineFeed, carriageReturn] = [10, 13]

let lastTurn: Promise<unknown> = Promise.resolve()

/** Waits for all turns before, and for this pause. */
const turn = (pause: number): Promise<unknown> => lastTurn = lastTurn.then(() => setTimeout(pause))

/** The parts of imapflow that are used here. */
interface Item {
  readonly payload: Buffer
  readonly literals: ReadonlyArray<Buffer>
}
type Write = (chunk: Buffer, encoding: BufferEncoding, done: () => void) => void
interface Parser {
  readonly destroyed: boolean
  /** Remaining bytes of a mail's content. */
  readonly literalWaiting: number
  _transform: Write
}
interface Internals {
  readonly streamer: Parser
  readonly currentRequest: false | { readonly tag: string; readonly command: string }
  handleResponse: (item: Item) => Promise<boolean>
}

/** Returns the next piece of a chunk of lines: a slice at most. */
const nextPiece = (chunk: Buffer): { readonly piece: Buffer; readonly lines: number; readonly blank: number } => {
  let [lines, blank, index] = [0, 0, 0]
  const end = Math.min(chunk.length, sliceLines * bytesOfLine)
  for (; index < end && lines < sliceLines; index++) {
    if (chunk[index] !== lineFeed) continue
    lines++
    if (
      index === 0 || chunk[index - 1] === lineFeed ||
      (chunk[index - 1] === carriageReturn && (index === 1 || chunk[index - 2] === lineFeed))
    ) blank++
  }
  return { piece: chunk.subarray(0, index), lines, blank }
}

/** Responses that belong to a command, for commands that request mails. */
const answers: Readonly<Record<string, ReadonlyArray<string>>> = { FETCH: ["FETCH"], SEARCH: ["SEARCH", "ESEARCH"] }

/** Counts the mails in the ranges of a line. */
const rangesIn = (line: string): number =>
  [...line.matchAll(/(?<!\d)(\d+):(\d+)/g)].reduce((sum, [, from, to]) => sum + Math.abs(Number(to) - Number(from)), 0)

/** Limits what a connection reads, from its start. */
export const bound = (client: ImapFlow): void => {
  const internals = client as unknown as Internals
  const { streamer } = internals
  const left = { lines: unasked.lines, bytes: unasked.bytes, at: performance.now() }
  const answered = { tag: "", lines: 0, bytes: 0 }
  let [spent, began, isUpgrading] = [0, performance.now(), false]

  /** Ends the connection. */
  const end = (): false => {
    client.emit("error", new Error(flood.detail))
    client.close()
    return false
  }

  /** Counts unrequested lines and bytes. Returns whether they are within the limit. */
  const take = (lines: number, bytes: number): boolean => {
    const now = performance.now()
    const seconds = (now - left.at) / 1000
    left.at = now
    left.lines = Math.min(unasked.lines, left.lines + seconds * unasked.linesPerSecond) - lines
    left.bytes = Math.min(unasked.bytes, left.bytes + seconds * unasked.bytesPerSecond) - bytes
    return left.lines >= 0 && left.bytes >= 0
  }

  /** Counts a response to a command. Returns whether it is within the limit. */
  const takeAnswer = (tag: string, bytes: number): boolean => {
    if (answered.tag !== tag) Object.assign(answered, { tag, lines: 0, bytes: 0 })
    return ++answered.lines <= answer.lines && (answered.bytes += bytes) <= answer.bytes
  }

  const write = streamer["_transform"].bind(streamer)
  const passOn = async (chunk: Buffer, encoding: BufferEncoding): Promise<void> => {
    isUpgrading = false
    for (let rest = chunk; rest.length > 0 && !streamer.destroyed;) {
      const content = rest.subarray(0, streamer.literalWaiting)
      const { blank, lines, piece } = content.length > 0 ? { piece: content, lines: 0, blank: 0 } : nextPiece(rest)
      if (blank > 0 && !take(blank, 0)) return void end()
      spent += lines + piece.length / (content.length > 0 ? contentBytesOfLine : bytesOfLine)
      for (; spent >= sliceLines; spent -= sliceLines) {
        await turn(pauseAfter(performance.now() - began))
        began = performance.now()
      }
      if (streamer.destroyed) return
      await new Promise<void>((resolve) => write(piece, encoding, resolve))
      rest = rest.subarray(piece.length)
      // imapflow refuses data in the same piece after the response to STARTTLS: an attacker may have inserted it before
      // the encryption.
      if (isUpgrading && rest.length > 0) return void end()
    }
  }
  streamer["_transform"] = (chunk, encoding, done) => void passOn(chunk, encoding).then(done)

  const handle = internals.handleResponse.bind(client)
  internals.handleResponse = async (item) => {
    const { literals, payload } = item
    const request = internals.currentRequest
    const beginning = payload.toString("latin1", 0, 64)
    const [, keyword = ""] = /^\* (?:\d+ )?([a-z]+)/i.exec(beginning) ?? []
    // VANISHED is skipped: one line names up to 16 million mails, each of which would cause an event. Servers send it
    // after QRESYNC (RFC 7162), which is not used.
    const isSkipped = /^VANISHED$/i.test(keyword)
    const isAnswer = request !== false && (beginning.startsWith(`${request.tag} `) ||
      (answers[request.command.replace(/^UID /i, "").toUpperCase()] ?? []).includes(keyword.toUpperCase()))
    const isWithin = isAnswer
      ? takeAnswer(request.tag, payload.length) &&
        !(/^ESEARCH$/i.test(keyword) && rangesIn(payload.toString("latin1")) > answer.mails)
      : take(1, literals.reduce((sum, { length }) => sum + length, payload.length))
    if (!isWithin) return end()
    if (request !== false && request.command === "STARTTLS" && isAnswer) isUpgrading = true
    return isSkipped || handle(item)
  }
}
