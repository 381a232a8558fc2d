/** Reads the parts of a mail: texts into memory, within bounds, and files as a stream. */
import { isBlank } from "@candor/domain/CleanText"
import { Effect, Stream } from "effect"
import { decodedHeader } from "./Charset.ts"
import { Fingerprint } from "./Fingerprint.ts"
import { type Headers, keyword } from "./Headers.ts"
import { nameOf } from "./Names.ts"
import { type Part, partsOf, textPart } from "./Parts.ts"
import { isSignedData, signedContent } from "./SignedData.ts"
import { hasWordsOf, joinedText, maxHtmlLength, maxTextBytes, type ReadText, readText } from "./Texts.ts"
import { isTnef, maxTnefBytes, readTnef } from "./Tnef.ts"
import { UuFinder } from "./Uuencode.ts"

/** A problem that the body mentions. */
export type Problem = "encrypted" | "tnef" | "too_large" | "unreadable"

/** The contents of a mail. */
export interface Contents {
  readonly headers: Headers
  readonly key: string
  readonly texts: ReadonlyArray<ReadText>
  /** Whether a text was too long for memory, and became a file. */
  readonly hasTextFile: boolean
  /** The beginnings of each delivery status part, and of each attached mail. */
  readonly statuses: ReadonlyArray<string>
  readonly originals: ReadonlyArray<string>
  /** The first calendar, if it is short enough to be an answer to an invitation. */
  readonly calendar: string | undefined
  readonly problems: Set<Problem>
}

/** The source failed, which is not the mail's fault. */
class SourceFailed extends Error {
  readonly failure: unknown
  constructor(failure: unknown) {
    super("the source of the mail failed")
    this.failure = failure
  }
}

/** Maximum bytes of an attached mail that are read, and of an image that is embedded in the HTML. */
const [maxLookedAt, maxPicture] = [64 * 1024, 64 * 1024]

/** Maximum attached mails and reports that are read. */
const maxLooks = 50

const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
const statusTypes = new Set(["message/delivery-status", "message/global-delivery-status"])
const originalTypes = new Set(["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"])
const encryptedTypes = new Set(["multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"])

/** Texts that are files for programs. All other texts are for people (RFC 2046, section 4.1.4). */
const programTypes = /^text\/(?:calendar|css|csv|directory|javascript|rfc822-headers|rtf|x-amp-html|(?:x-)?vcard|xml)$/

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** Maximum nesting of signed mails. */
const maxSignatures = 3

interface Source<E> {
  readonly source: Stream.Stream<Uint8Array, E>
  /** Whether only the headers are read. */
  readonly isTooLarge: boolean
  readonly maxBytes: number
}

interface File<E> {
  readonly name: string
  readonly contentType: string
  readonly content: Stream.Stream<Uint8Array, E>
}

/** Reads the beginning of a part. `isWhole` is true if that is all of it. */
const beginning = async (content: AsyncIterator<Uint8Array>, max: number) => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  while (length <= max) {
    const { done = false, value } = await content.next()
    if (done) return { bytes: Buffer.concat(chunks), isWhole: true }
    chunks.push(value)
    length += value.length
  }
  return { bytes: Buffer.concat(chunks), isWhole: false }
}

async function* joined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** Yields the readable bytes of a part. Only a failure of the source is a failure. */
async function* lenient(content: AsyncIterable<Uint8Array>, onBroken: () => void): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of content) yield chunk
  } catch (error) {
    if (error instanceof SourceFailed) throw error
    onBroken()
  }
}

const failureOf = <E>(error: unknown): Effect.Effect<never, E> =>
  // Thrown by `readContents` when the source fails.
  error instanceof SourceFailed ? Effect.fail(error.failure as E) : Effect.die(error)

const attempt = <A, E>(run: () => Promise<A>): Effect.Effect<A, E> =>
  Effect.tryPromise({ try: run, catch: (error) => error }).pipe(Effect.catch(failureOf<E>))

/** Reads a mail. Fails like the source and `onFile`. */
export const readContents = <E, E2, R2>(
  { isTooLarge, maxBytes, source }: Source<E>,
  onFile: (file: File<E>) => Effect.Effect<void, E2, R2>
): Effect.Effect<Contents, E | E2, R2> => {
  const fingerprint = new Fingerprint()
  const problems = new Set<Problem>(isTooLarge ? ["too_large"] : [])
  const texts: Array<ReadText> = []
  /** Texts that are shown if there is no other text. */
  const spare: Array<ReadText> = []
  /** Texts of `winmail.dat`. Most programs also send them as ordinary parts. */
  const wrapped: Array<ReadText> = []
  let isSigned = false
  const abort = new AbortController()
  const [statuses, originals]: [Array<string>, Array<string>] = [[], []]
  let budget = maxTextBytes
  let htmlLength = 0
  let hasTextFile = false
  let calendar: string | undefined

  /** The bytes as they arrive. Not a generator, because one that waits for its source cannot be stopped. */
  const passing = (): AsyncIterable<Uint8Array> => ({
    [Symbol.asyncIterator]: () => {
      const bytes = Stream.toAsyncIterable(Stream.mapError(source, (failure) => new SourceFailed(failure)))
      const chunks = bytes[Symbol.asyncIterator]()
      const end = () => chunks.return?.() ?? Promise.resolve({ done: true as const, value: undefined })
      let isDone = false
      const next = async (): Promise<IteratorResult<Uint8Array>> => {
        const read = isDone ? await end() : await chunks.next()
        if (read.done === true) {
          const last = fingerprint.end()
          return last.length > 0 ? { done: false, value: last } : read
        }
        const value = fingerprint.update(read.value)
        if (fingerprint.bodyBytes > maxBytes) problems.add("too_large")
        isDone = isTooLarge ? fingerprint.hasHeaders : problems.has("too_large")
        return { done: false, value }
      }
      return { next, return: end }
    }
  })

  const give = (part: Part, bytes: Uint8Array, rest: AsyncIterator<Uint8Array>, isWhole: boolean) => {
    const others = Stream.fromAsyncIterable({ [Symbol.asyncIterator]: () => rest }, (error) => error).pipe(
      Stream.catch((error) => Stream.fromEffect(failureOf<E>(error)))
    )
    const content = Stream.concat(Stream.fromIterable(bytes.length > 0 ? [bytes] : []), isWhole ? Stream.empty : others)
    return onFile({ name: nameOf(part.name(texts[0]?.charset), part.type), contentType: part.type, content })
  }

  const addText = async (part: Part, bytes: Uint8Array, to = texts) => {
    const read = await readText(bytes, part)
    const fits = read.html === null || htmlLength + read.html.length <= maxHtmlLength
    if (fits) htmlLength += read.html?.length ?? 0
    to.push(fits ? read : { ...read, html: null })
    return fits
  }

  /**
   * Passes on the files of a `winmail.dat`. Also passes on the file itself if part of it would otherwise be lost: a
   * text that differs from the mail's, or attached mails.
   */
  const readWrapped = (part: Part, rest: AsyncIterator<Uint8Array>): Effect.Effect<void, E | E2, R2> =>
    Effect.gen(function*() {
      const { bytes, isWhole } = yield* attempt<Awaited<ReturnType<typeof beginning>>, E>(() =>
        beginning(rest, maxTnefBytes)
      )
      const { files, text, ...read } = isWhole
        ? readTnef(bytes)
        : { files: [], text: undefined, isWhole, hasMails: false }
      const shown = text?.bytes.subarray(0, budget)
      let isShown = text === undefined
      if (text !== undefined && shown !== undefined && shown.length > 0) {
        budget -= shown.length
        const read: Array<ReadText> = []
        const isKept = yield* Effect.promise(() =>
          addText({ ...textPart, ...text, content: part.content }, shown, read)
        )
        const isNew = read.every((one) => !hasWordsOf(joinedText(texts), one.text))
        if (isNew) wrapped.push(...read)
        isShown = isKept && shown.length === text.bytes.length &&
          (isNew ||
            read.every((one) => one.html === null && inOneLine(joinedText(texts)).includes(inOneLine(one.text))))
      }
      for (const file of files)
        yield* onFile({ name: nameOf(file.name, file.type), contentType: file.type, content: Stream.make(file.bytes) })
      if (!read.isWhole) problems.add("tnef")
      const isStored = read.isWhole && !read.hasMails && isShown && (files.length > 0 || shown !== undefined)
      if (!isStored) yield* give(part, bytes, rest, isWhole)
    })

  /** Embeds an image in the HTML that shows it, if it is small. */
  const inline = ({ contentId, type }: Part, bytes: Uint8Array): boolean => {
    const reference = `cid:${contentId}`
    const shown = texts.map(({ html }) => (html?.split(reference).length ?? 1) - 1)
    const uri = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`
    const added = shown.reduce((sum, count) => sum + count, 0) * uri.length
    if (added === 0 || htmlLength + added > maxHtmlLength) return false
    htmlLength += added
    texts.splice(
      0,
      Infinity,
      ...texts.map((text) => ({ ...text, html: text.html?.replaceAll(reference, () => uri) ?? null }))
    )
    return true
  }

  const readPart = (part: Part, depth: number, finder?: UuFinder): Effect.Effect<void, E | E2, R2> =>
    Effect.gen(function*() {
      if (isTooLarge) return
      const rest = lenient(part.content, () => problems.add("unreadable"))
      const look = (max: number) => attempt<Awaited<ReturnType<typeof beginning>>, E>(() => beginning(rest, max))
      const isShown = !part.isAttachment && (!part.isNamed || texts.length === 0)
      const isText = part.type.startsWith("text/") && !programTypes.test(part.type)
      if (part.type === "text/calendar" && calendar === undefined) {
        const { bytes, isWhole } = yield* look(maxLookedAt)
        if (isWhole) calendar = bytes.toString("utf8")
        if (isShown && texts.length === 0) spare.push(yield* Effect.promise(() => readText(bytes, part)))
        return yield* give(part, bytes, rest, isWhole)
      }
      if (isText && isShown && budget > 0) {
        if (part.type === "text/plain" && finder === undefined) {
          const found = new UuFinder()
          yield* readPart({ ...part, content: found.rest(part.content) }, depth, found)
          for (const { content, name } of found.files) {
            const shown = decodedHeader(Buffer.from(name, "latin1"), texts[0]?.charset)
            yield* onFile({
              name: nameOf(shown, ""),
              contentType: "application/octet-stream",
              content: Stream.fromIterable(content)
            })
          }
          return
        }
        const { bytes, isWhole } = yield* look(budget)
        budget -= bytes.length
        // An alternative that is neither plain text nor HTML also becomes a file, in case another alternative is shown.
        if (!["text/plain", "text/html"].includes(part.type) && part.alternative !== undefined) {
          spare.push(yield* Effect.promise(() => readText(bytes, part)))
          return yield* give(part, bytes, rest, isWhole)
        }
        const isKept = yield* Effect.promise(() => addText(part, bytes))
        if (isKept && isWhole) return
        hasTextFile ||= !isWhole
        return yield* give(part, bytes, rest, isWhole)
      }
      const isStatus = statusTypes.has(part.type)
      if ((isStatus || originalTypes.has(part.type)) && statuses.length + originals.length < maxLooks) {
        const { bytes, isWhole } = yield* look(maxLookedAt)
        const read = isStatus ? statuses : originals
        read.push(bytes.toString("latin1"))
        return yield* give(part, bytes, rest, isWhole)
      }
      if (part.contentId !== undefined && pictures.has(part.type)) {
        const { bytes, isWhole } = yield* look(maxPicture)
        return isWhole && inline(part, bytes) ? undefined : yield* give(part, bytes, rest, isWhole)
      }
      if (isTnef(part.type, part.name(undefined))) return yield* readWrapped(part, rest)
      if (!encryptedTypes.has(part.type)) return yield* give(part, new Uint8Array(), rest, false)
      const { bytes, isWhole } = yield* look(maxLookedAt)
      if (isSignedData(bytes) && depth < maxSignatures) {
        isSigned = true
        return yield* readAll(partsOf(signedContent(joined(bytes, rest)), abort.signal), depth + 1)
      }
      problems.add("encrypted")
      return yield* give(part, bytes, rest, isWhole)
    })

  const readAll = (parts: AsyncGenerator<Part, void>, depth = 0): Effect.Effect<void, E | E2, R2> =>
    Effect.gen(function*() {
      for (;;) {
        const next = yield* attempt<IteratorResult<Part, void>, E>(() => parts.next()).pipe(
          // The mail is malformed. Failures of the source have been handled before.
          Effect.catchDefect(() => {
            problems.add("unreadable")
            return Effect.succeed<IteratorResult<Part, void>>({ done: true, value: undefined })
          })
        )
        if (next.done === true) return
        yield* readPart(next.value, depth)
      }
    })

  const contents = (): Contents => {
    const headers = fingerprint.headers()
    if (encryptedTypes.has(keyword(headers, "content-type")) && !isSigned) problems.add("encrypted")
    const read = [...texts, ...wrapped]
    const isRead = read.some(({ text }) => !isBlank(text))
    return {
      headers,
      key: fingerprint.key(),
      texts: isRead ? read : [...read, ...spare],
      hasTextFile,
      statuses,
      originals,
      calendar,
      problems
    }
  }

  return Effect.acquireUseRelease(
    Effect.sync(() => partsOf(passing(), abort.signal)),
    (parts) => Effect.map(readAll(parts), contents),
    (parts) =>
      Effect.promise(async () => {
        abort.abort()
        await parts.return().catch(() => undefined)
      })
  )
}
