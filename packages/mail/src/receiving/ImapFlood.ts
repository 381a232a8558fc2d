/**
 * Bounds what the server of a mailbox may send. A line costs the process some 15 µs, however short it is: a megabyte of
 * them would stop everybody for a second. So lines of all connections are read at a pace, and a connection ends whose
 * server sends more than it was asked for.
 */
import { flood } from "@candor/domain/mail/MailServer"
import type { ImapFlow } from "imapflow"
import { setTimeout } from "node:timers/promises"

/**
 * Lines and bytes that a server may send without a command: a burst, and a rate per second. A client that marks all
 * mails as read causes some thousand lines.
 */
const unasked = { lines: 10_000, linesPerSecond: 500, bytes: 1024 ** 2, bytesPerSecond: 64 * 1024 }

/** Lines and bytes that answer one command, contents of mails apart, and mails that it names. */
const answer = { lines: 100_000, bytes: 8 * 1024 ** 2, mails: 1_000_000 }

/** All connections of the process take turns to read a slice of lines, or of bytes in place of a line. */
const [sliceLines, bytesOfLine] = [100, 256]

/**
 * The pause before a connection's next turn, in milliseconds: a multiple of the time that its last turn took, so that
 * others get most of the time.
 */
const pauseAfter = (sliceMillis: number): number => Math.min(100, Math.max(10, 5 * sliceMillis))

/** Bytes of contents of mails that cost as much as a line. */
const contentBytesOfLine = 64 * 1024

const [lineFeed, carriageReturn] = [10, 13]

let lastTurn: Promise<unknown> = Promise.resolve()

/** Waits for the turns before, and for this one. */
const turn = (pause: number): Promise<unknown> => lastTurn = lastTurn.then(() => setTimeout(pause))

/** The parts of imapflow that are used here. */
interface Item {
  readonly payload: Buffer
  readonly literals: ReadonlyArray<Buffer>
}
type Write = (chunk: Buffer, encoding: BufferEncoding, done: () => void) => void
interface Parser {
  readonly destroyed: boolean
  /** Bytes that are left of the content of a mail. */
  readonly literalWaiting: number
  _transform: Write
}
interface Internals {
  readonly streamer: Parser
  readonly currentRequest: false | { readonly tag: string; readonly command: string }
  handleResponse: (item: Item) => Promise<boolean>
}

/** Cuts the next piece off a chunk of lines: at most a slice. */
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

/** What a line answers: that of commands that ask for mails. */
const answers: Readonly<Record<string, ReadonlyArray<string>>> = { FETCH: ["FETCH"], SEARCH: ["SEARCH", "ESEARCH"] }

/** Counts the mails of the ranges that a line names. */
const rangesIn = (line: string): number =>
  [...line.matchAll(/(?<!\d)(\d+):(\d+)/g)].reduce((sum, [, from, to]) => sum + Math.abs(Number(to) - Number(from)), 0)

/** Bounds what a connection reads, from its beginning. */
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

  /** Takes from what may come without being asked for. */
  const take = (lines: number, bytes: number): boolean => {
    const now = performance.now()
    const seconds = (now - left.at) / 1000
    left.at = now
    left.lines = Math.min(unasked.lines, left.lines + seconds * unasked.linesPerSecond) - lines
    left.bytes = Math.min(unasked.bytes, left.bytes + seconds * unasked.bytesPerSecond) - bytes
    return left.lines >= 0 && left.bytes >= 0
  }

  /** Takes from what a command may be answered with. */
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
      // imapflow refuses what follows the answer to STARTTLS in a piece: somebody may have put it before the encrypted
      // bytes.
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
    // One line names up to 16 million mails, of each of which an event would tell. It comes where QRESYNC was asked for
    // (RFC 7162), which it is not.
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
