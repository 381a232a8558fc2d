/**
 * The data of the embedded PostgreSQL: created, checked, and served by a PostgreSQL server as a child process (decision
 * 0002).
 */
import { Duration, Effect, Schedule, Schema } from "effect"
import { spawn } from "node:child_process"
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Postmaster from "./Postmaster.ts"
import * as PostmasterFile from "./PostmasterFile.ts"
import * as Programs from "./Programs.ts"

/** The folder has data that this version of PostgreSQL cannot serve. */
export class CannotServe extends Schema.TaggedError<CannotServe>()("CannotServe", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** The only role, and the only database. */
const name = "postgres"

/** The longest path of a socket, in bytes, on macOS, which has the lowest limit. */
const maxSocketPath = 103

/**
 * Settings that differ from PostgreSQL's defaults. A server for one program on a laptop is small, but keeps fsync: a
 * commit survives a power cut. They are passed on the command line, so that a newer version of Candor can change them.
 */
const settings = (socket: string): Readonly<Record<string, string>> => ({
  // Only the owner of the folder can reach it.
  listen_addresses: "",
  unix_socket_directories: socket,
  unix_socket_permissions: "0700",
  // For one server, one worker and one command.
  max_connections: "60",
  // The default is 128 MB; an organization on a laptop is smaller.
  shared_buffers: "32MB",
  // Not worth asking the system for so little memory.
  huge_pages: "off",
  // Read-ahead processes and parallel plans are worth less here than the memory they take.
  io_method: "sync",
  max_worker_processes: "0",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  autovacuum_max_workers: "1",
  // Compiling a statement takes longer than these run.
  jit: "off",
  // The write-ahead log takes at most 256 MiB of the disk, and 32 MiB if little is written.
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // A backup retains the log that it needs by a replication slot.
  wal_level: "replica",
  max_wal_senders: "0",
  max_replication_slots: "8",
  // Failed statements are reported to their clients.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_line_prefix: "",
  logging_collector: "off",
  log_destination: "stderr",
  update_process_title: "off"
})

/**
 * Returns the folder of the socket: that of the data, or a temporary one if its path is too long, or has characters
 * that PostgreSQL takes for a separator.
 */
const socketFolder = (folder: string) =>
  Buffer.byteLength(PostmasterFile.socketIn(folder)) <= maxSocketPath && !/[,"]/.test(folder)
    ? Effect.succeed(folder)
    : Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "candor-"))),
      (short) => Effect.sync(() => rmSync(short, { recursive: true, force: true }))
    )

/** Returns the address of the server whose socket is in a folder (PostgreSQL, "Connection URIs"). */
const urlOf = (socket: string): string => `postgres://${name}@localhost/${name}?host=${encodeURIComponent(socket)}`

/** How long the server runs: as long as Candor's server, or for one command. */
export type Purpose = "server" | "command"

/** Whether the server of a folder is open to other processes. */
export const isShared = (folder: string): boolean => {
  const options = join(folder, "postmaster.opts")
  return PostmasterFile.read(folder) !== undefined && existsSync(options) &&
    readFileSync(options, "utf8").includes("cluster_name=server")
}

/**
 * Returns the folder of the socket of the server that runs on a folder; if none runs, its future one, provided that its
 * path is short.
 */
export const socketOf = (folder: string): string => PostmasterFile.read(folder)?.socket || folder

/**
 * Returns the address of a folder's server, for another process of the same owner; valid even before the server runs.
 */
export const addressOf = (folder: string): string => urlOf(socketOf(folder))

const versionOf = (folder: string): string => {
  const path = join(folder, "PG_VERSION")
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "unknown"
}

/** Makes the names in a folder durable (fsync). Windows has no such call. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return
  const descriptor = openSync(folder, "r")
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Creates the data of a new server: UTF-8, with checksums, independent of the locale. Half-made data never has the
 * final name.
 */
const initialise = Effect.fnUntraced(function*({ command, env }: Programs.Programs, folder: string) {
  yield* Effect.annotateLogs(Effect.logInfo("Creating the database"), { folder })
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  const [file, ...args] = command("initdb", [
    "--pgdata",
    making,
    "--username",
    name,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    // One call for all files: syncing each of a thousand takes seconds.
    ...process.platform === "linux" ? ["--sync-method=syncfs"] : []
  ])
  yield* Effect.callback<void, Postmaster.CannotStart>((resume) => {
    const child = spawn(file!, args, { env, stdio: ["ignore", "ignore", "pipe"] })
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text) => said += text)
    const fail = (reason: string) =>
      resume(Effect.fail(new Postmaster.CannotStart({ folder, said: `${said.replace(/\s+/g, " ").trim()} ${reason}` })))
    child.on("error", ({ message }) => fail(message))
    child.on("close", (code) => code === 0 ? resume(Effect.void) : fail(`(initdb, exit code ${code})`))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
  renameSync(making, folder)
  yield* Effect.sync(() => syncFolder(dirname(folder)))
})

/** How long a previous server may take to end. */
const patience = Duration.seconds(20)

/** Whether a start failed because of a previous server that is about to end, or because the server was killed. */
const isPassing = ({ said }: Postmaster.CannotStart): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block|SIG(KILL|QUIT)$/.test(said)

export interface Options {
  /** The folder of the data, which is created if it does not exist. */
  readonly folder: string
  /** A folder for links to libraries. */
  readonly libraries: string
  readonly purpose?: Purpose
  /** Other settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Serves the data of a folder as long as the scope is open; returns the address. The caller must have locked the
 * folder. A folder that was created here, and could not be served, is removed again.
 */
export const serve = Effect.fnUntraced(
  function*({ folder, libraries, purpose = "server", settings: others = {} }: Options) {
    const programs = yield* Programs.find(libraries)
    const isNew = !existsSync(folder)
    if (isNew) yield* initialise(programs, folder)
    const version = versionOf(folder)
    if (version !== String(programs.major)) {
      return yield* new CannotServe({
        reason:
          `${folder} has data of PostgreSQL ${version}, and this version of Candor brings PostgreSQL ${programs.major}. ` +
          "Start it with the version of Candor that made it, and take a dump there: see “Upgrades” in docs/operations.md."
      })
    }
    const socket = yield* socketFolder(folder)
    const args = Object.entries({ ...settings(socket), cluster_name: purpose, ...others }).flatMap((
      [setting, value]
    ) => ["-c", `${setting}=${value}`])
    yield* Effect.andThen(PostmasterFile.stopLeftOver(folder), Postmaster.make({ programs, folder, args })).pipe(
      Effect.retry({
        while: isPassing,
        schedule: Schedule.max([Schedule.spaced("250 millis"), Schedule.during(patience)])
      }),
      Effect.tapError(() => Effect.sync(() => isNew && rmSync(folder, { recursive: true, force: true })))
    )
    return urlOf(socket)
  }
)
