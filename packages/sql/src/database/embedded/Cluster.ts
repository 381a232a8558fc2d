/** The data of the embedded PostgreSQL: made, checked and served by a PostgreSQL server of our own (decision 0002). */
import { Duration, Effect, Schedule, Schema } from "effect"
import { spawn } from "node:child_process"
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Postmaster from "./Postmaster.ts"
import * as PostmasterFile from "./PostmasterFile.ts"
import * as Programs from "./Programs.ts"

/** A folder has data that this PostgreSQL cannot serve. */
export class CannotServe extends Schema.TaggedError<CannotServe>()("CannotServe", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** The only role, and the only database. */
const name = "postgres"

/** Bounds the path of a socket, in bytes. macOS has the lowest bound. */
const maxSocketPath = 103

/**
 * Settings in which this server differs from PostgreSQL's own. A server for one program on a laptop is small; what is
 * on the disk after a commit stays there (fsync). They stand on the command line, so that a newer version of Candor can
 * change them.
 */
const settings = (socket: string): Readonly<Record<string, string>> => ({
  // Nobody reaches it but the owner of the folder.
  listen_addresses: "",
  unix_socket_directories: socket,
  unix_socket_permissions: "0700",
  // For a server, a worker and a command at a time.
  max_connections: "60",
  // 128 MB by default; an organization of a laptop is smaller.
  shared_buffers: "32MB",
  // Not worth asking the system for, of so little memory.
  huge_pages: "off",
  // Processes that read ahead and parallel plans are worth less than they take here.
  io_method: "sync",
  max_worker_processes: "0",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  autovacuum_max_workers: "1",
  // To compile a statement takes longer than these run.
  jit: "off",
  // Its log takes 256 MiB of the disk at most, and 32 where little is written.
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // A backup keeps the log that it needs by a replication slot.
  wal_level: "replica",
  max_wal_senders: "0",
  max_replication_slots: "8",
  // Failures of statements are told to those who sent them.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_line_prefix: "",
  logging_collector: "off",
  log_destination: "stderr",
  update_process_title: "off"
})

/**
 * The folder of the socket: that of the data, or another one where its path would be too long, or mean several to
 * PostgreSQL.
 */
const socketFolder = (folder: string) =>
  Buffer.byteLength(PostmasterFile.socketIn(folder)) <= maxSocketPath && !/[,"]/.test(folder)
    ? Effect.succeed(folder)
    : Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "candor-"))),
      (short) => Effect.sync(() => rmSync(short, { recursive: true, force: true }))
    )

/** The address of the server whose socket is in a folder (PostgreSQL, "Connection URIs"). */
const urlOf = (socket: string): string => `postgres://${name}@localhost/${name}?host=${encodeURIComponent(socket)}`

/** How long a server is there: as long as Candor's, or for a command. */
export type Purpose = "server" | "command"

/** Whether the server of a folder is there for other processes, too. */
export const isShared = (folder: string): boolean => {
  const options = join(folder, "postmaster.opts")
  return PostmasterFile.read(folder) !== undefined && existsSync(options) &&
    readFileSync(options, "utf8").includes("cluster_name=server")
}

/**
 * The folder of the socket of the server that runs on a folder; where none runs, the one that it will have, if its path
 * is short.
 */
export const socketOf = (folder: string): string => PostmasterFile.read(folder)?.socket || folder

/** The address of the server of a folder, for another process of its owner, also where it does not run yet. */
export const addressOf = (folder: string): string => urlOf(socketOf(folder))

const versionOf = (folder: string): string => {
  const path = join(folder, "PG_VERSION")
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "unknown"
}

/** Makes the names in a folder last through a power cut. Windows has no such call. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return
  const descriptor = openSync(folder, "r")
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Makes the data of a new server: UTF-8, with checksums, the same in every locale. Nobody sees a part of it. */
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
    // One call for all files: to sync each of a thousand takes seconds.
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

/** How long a server of before may take to end. */
const patience = Duration.seconds(20)

/** Whether a start failed for the sake of a server of before, which is about to end, or was killed itself. */
const isPassing = ({ said }: Postmaster.CannotStart): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block|SIG(KILL|QUIT)$/.test(said)

export interface Options {
  /** The folder of the data, which is made where it is not there. */
  readonly folder: string
  /** A folder for links to libraries. */
  readonly libraries: string
  readonly purpose?: Purpose
  /** Other settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Serves the data of a folder as long as the scope is open; returns the address. No other process may do so meanwhile.
 * A folder that was made here, and is not served, is removed again.
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
