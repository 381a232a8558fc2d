/**
 * The control socket: a Unix socket on which the server that has the embedded database open runs commands. It is in the
 * data directory, which only the directory's owner can enter. An HTTP request has the arguments of a command, and the
 * current folder in a header; the response has the outcome.
 */
import { Effect, Option, Schema, Semaphore } from "effect"
import { chmodSync, existsSync, rmSync } from "node:fs"
import { relative, resolve } from "node:path"
import { Outcome } from "./Outcome.ts"
import { WorkingFolder } from "./WorkingFolder.ts"

/** The largest request, in bytes: far more than any command line. */
const maxRequestBytes = 64 * 1024

/** The longest path of a Unix socket, in bytes, on macOS, which has the lowest limit. */
const maxPathBytes = 103

/** The header with the folder in which the command was typed, percent-encoded. */
const folderHeader = "candor-folder"

const Arguments = Schema.fromJsonString(Schema.Array(Schema.String))
const decodeArguments = Schema.decodeOption(Arguments)
const decodeOutcome = Schema.decodeUnknownOption(Outcome)

/** Returns the socket's path: absolute, or relative if that is too long; none if both are. */
const socketPath = (directory: string): Option.Option<string> => {
  const path = resolve(directory, "control.sock")
  const isShort = (one: string) => Buffer.byteLength(one) <= maxPathBytes
  return Option.fromUndefinedOr([path, relative(process.cwd(), path)].find(isShort))
}

/**
 * Runs commands from the socket, one at a time, until the scope closes. This process has locked the directory, so an
 * existing socket was left behind by a killed server.
 */
export const listen = Effect.fnUntraced(function*(
  directory: string,
  run: (args: ReadonlyArray<string>) => Effect.Effect<Outcome>
) {
  const path = socketPath(directory)
  if (Option.isNone(path)) {
    return yield* Effect.logWarning(
      `The path of ${directory} is too long for a socket, so candor commands work only while the server is stopped.`
    )
  }
  const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())
  const one = yield* Semaphore.make(1)
  const respond = async (request: Request): Promise<Response> => {
    const args = decodeArguments(await request.text())
    // Not an error of the API's contract: only the command line uses this socket.
    if (Option.isNone(args)) return new Response("Expected the arguments of a command as JSON", { status: malformed })
    const folder = decodeURIComponent(request.headers.get(folderHeader) ?? "") || process.cwd()
    const command = Effect.provideService(run(args.value), WorkingFolder, folder)
    return Response.json(await runPromise(one.withPermit(command), { signal: request.signal }))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      rmSync(path.value, { force: true })
      const server = Bun.serve({
        unix: path.value,
        maxRequestBodySize: maxRequestBytes,
        fetch: (request, server) => {
          // A command may take longer than the server's idle timeout.
          server.timeout(request, 0)
          return respond(request)
        }
      })
      chmodSync(path.value, 0o600)
      return server
    }),
    (server) =>
      Effect.promise(async () => {
        await server.stop(true)
        rmSync(path.value, { force: true })
      })
  )
})

const malformed = 400

/** Asks the server of a data directory to run a command. Returns none if no server listens there. */
export const ask = (directory: string, args: ReadonlyArray<string>): Effect.Effect<Option.Option<Outcome>> =>
  Option.match(Option.filter(socketPath(directory), (path) => existsSync(path)), {
    onNone: () => Effect.succeedNone,
    onSome: (unix) =>
      Effect.flatMap(WorkingFolder, (folder) =>
        Effect.tryPromise(async (signal) => {
          const headers = { [folderHeader]: encodeURIComponent(folder) }
          // By default Bun gives up after five minutes, and an export may take longer.
          const request = { unix, signal, timeout: false, method: "POST", headers, body: JSON.stringify(args) }
          return decodeOutcome(await (await fetch("http://candor/", request)).json())
        })).pipe(Effect.orElseSucceed(() => Option.none()))
  })
