/**
 * Starts the text reader. Each file is read by a process of its own, because a file may do anything to a parser
 * (decision 0039). The process is killed if it exceeds its CPU time, its time or its memory, and when nobody waits for
 * it any longer.
 */
import { maxReadLength } from "@candor/domain/attachment/TextLength"
import type { ContentType } from "@candor/domain/attachment/FileKinds"
import { TextFailure } from "@candor/domain/attachment/TextStatus"
import { Duration, Effect, Exit, Schema, Stream } from "effect"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Recognizer } from "./Recognition.ts"
import { tableArgument } from "./textreader/TableArgument.ts"

/** The reader's standard output: the text, or why there is none. */
const Reading = Schema.Union([
  Schema.Struct({
    text: Schema.String,
    /** The beginning of the text that people cannot see. */
    hidden: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({ failure: TextFailure })
])
export type Reading = typeof Reading.Type

export interface Bounds {
  /**
   * The reader's CPU time limit in whole seconds. Its elapsed time says little, because it yields to other processes.
   */
  readonly cpuSeconds: number
  /** The reader's limit of elapsed time, however little CPU it gets. */
  readonly time: Duration.Duration
  /** The reader's limit of resident memory, in bytes. Bun itself takes 70 MiB of it. */
  readonly memory: number
}

export const bounds: Bounds = { cpuSeconds: 20, time: Duration.minutes(2), memory: 512 * 1024 * 1024 }

/** Maximum bytes of output: JSON takes at most six per character. */
const maxOutputBytes = 6 * maxReadLength + 1024

/** The time between two measurements of a reader's memory. */
const interval = Duration.millis(20)

/** The reader's program: a source file beside this one, or, in a built program, a file beside it. */
const program = import.meta.path.endsWith(".ts")
  ? join(import.meta.dir, "textreader/main.ts")
  : join(dirname(Bun.main), "textreader.js")

/**
 * Ignores signals that a terminal or a service manager sends to all processes of the group: a reader that one ends
 * would count as crashed. Lets Linux kill a reader before other processes when memory is short; other systems have no
 * such file. Sets the soft CPU limit, whose signal XCPU ends a reader. The hard limit would send KILL, which has other
 * causes too.
 */
const script = (cpuSeconds: number) =>
  "trap '' HUP INT TERM; { echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; " +
  `ulimit -c 0; ulimit -S -t ${cpuSeconds}; exec nice -n 10 "$@"`

const start = (given: ReadonlyArray<string>, cpuSeconds: number) =>
  Bun.spawn(["/bin/sh", "-c", script(cpuSeconds), "sh", process.execPath, program, ...given], {
    // Nothing else of this process's environment, which contains keys and passwords.
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    // Bun reads settings from its working directory.
    cwd: "/",
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore"
  })

const argumentsOf = (recognizer: Recognizer | undefined) =>
  recognizer === undefined ? [] : [recognizer.program, recognizer.languages]

type Reader = ReturnType<typeof start>

/** Kills a reader, unless it has already ended. */
const end = (reader: Reader) =>
  Effect.promise(async () => {
    reader.kill("SIGKILL")
    await reader.exited
  })

/** Writes the content to a reader. If the reader ends before it has read everything, its output says why. */
const give = <E, R>({ stdin }: Reader, content: Stream.Stream<Uint8Array, E, R>) =>
  Stream.runForEach(content, (chunk) =>
    Effect.ignore(Effect.tryPromise(async () => {
      await stdin.write(chunk)
      await stdin.flush()
    }))).pipe(Effect.andThen(Effect.ignore(Effect.tryPromise(async () => stdin.end()))))

/** Reads standard output to its end. Returns an empty text if it is longer than `maxOutputBytes`. */
const outputOf = async ({ stdout }: Reader): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of stdout) {
    bytes += chunk.length
    if (bytes > maxOutputBytes) return ""
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const decode = Schema.decodeUnknownExit(Schema.fromJsonString(Reading))

/** Returns a reader's result; `timed_out` or `crashed` if there is none. */
const readingOf = (reader: Reader) =>
  Effect.promise(async (): Promise<Reading> => {
    const reading = decode(await outputOf(reader))
    if (Exit.isSuccess(reading)) return reading.value
    await reader.exited
    return { failure: reader.signalCode === "SIGXCPU" ? "timed_out" : "crashed" }
  })

/** Returns the resident memory of a process in bytes; 0 if it has ended. */
const residentBytes = async (pid: number): Promise<number> => {
  const kibibytes = process.platform === "linux"
    ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8").catch(() => ""))?.[1]
    : (await Bun.$`ps -o rss= -p ${pid}`.nothrow().text()).trim()
  return Number(kibibytes ?? 0) * 1024
}

/**
 * Reads a table, and passes the lines that the reader writes to `take` as they arrive. Returns `too_large`, `timed_out`
 * or `crashed` if the reader did not finish.
 */
export const readTable = <E, R, E2, R2>(
  type: ContentType,
  content: Stream.Stream<Uint8Array, E, R>,
  take: (lines: Stream.Stream<string>) => Effect.Effect<void, E2, R2>,
  { cpuSeconds, memory, time }: Bounds = bounds
): Effect.Effect<TextFailure | null, E | E2, R | R2> =>
  Effect.acquireUseRelease(
    Effect.sync(() => start([tableArgument, type], cpuSeconds)),
    (reader) => {
      const lines = Stream.fromReadableStream({ evaluate: () => reader.stdout, onError: (cause) => cause }).pipe(
        Stream.decodeText,
        Stream.splitLines,
        Stream.orDie
      )
      const ended = Effect.promise(async (): Promise<TextFailure | null> => {
        await reader.exited
        return reader.exitCode === 0 ? null : reader.signalCode === "SIGXCPU" ? "timed_out" : "crashed"
      })
      return Effect.andThen(Effect.all([give(reader, content), take(lines)], { concurrency: 2, discard: true }), ended)
        .pipe(
          Effect.raceFirst(
            Effect.map(
              outgrown(Effect.promise(() => residentBytes(reader.pid)), memory),
              (): TextFailure => "too_large"
            )
          ),
          Effect.timeoutOrElse({ duration: time, orElse: () => Effect.succeed<TextFailure>("timed_out") })
        )
    },
    end
  )

/** Completes when a reader exceeds its memory limit. `resident` returns its resident memory in bytes. */
export const outgrown = (resident: Effect.Effect<number>, memory: number): Effect.Effect<Reading> =>
  resident.pipe(
    Effect.delay(interval),
    Effect.repeat({ until: (bytes) => bytes > memory }),
    Effect.as({ failure: "too_large" })
  )

/** Returns the text of a content, or why it has none. Fails only if the content cannot be read from its store. */
export const read = <E, R>(
  type: ContentType,
  content: Stream.Stream<Uint8Array, E, R>,
  { cpuSeconds, memory, time }: Bounds = bounds,
  recognizer?: Recognizer
): Effect.Effect<Reading, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => start([type, ...argumentsOf(recognizer)], cpuSeconds)),
    (reader) =>
      Effect.andThen(give(reader, content), readingOf(reader)).pipe(
        Effect.raceFirst(outgrown(Effect.promise(() => residentBytes(reader.pid)), memory)),
        Effect.timeoutOrElse({ duration: time, orElse: () => Effect.succeed<Reading>({ failure: "timed_out" }) })
      ),
    end
  )
