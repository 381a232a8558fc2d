import * as Candor from "@candor/commands/Candor"
import { version } from "@candor/process/Version"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** No command of this file opens a database. */
const none = Layer.effectContext(Effect.die(new Error("A database was opened.")))
const candor = (...args: ReadonlyArray<string>) => Effect.runPromise(Candor.run(args, { store: none, connection: none }))

/** The commands under one, by its help. */
const subcommands = async (...path: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await candor(...path, "--help")
  return [...(stdout.split("SUBCOMMANDS\n")[1] ?? "").matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1]!)
}

test("README.md lists every command, and none that does not exist", async () => {
  const readme = await Bun.file(join(root, "README.md")).text()
  const section = readme.split("## The command line\n")[1]!.split("\n## ")[0]!
  const listed = [...section.matchAll(/^\| `([a-z -]+?)(?: --| <|`)/gm)].map((match) => match[1]!)
  const groups = await subcommands()
  const commands = await Promise.all(groups.map(async (group) => {
    const under = await subcommands(group)
    return under.length === 0 ? [group] : under.map((name) => `${group} ${name}`)
  }))
  expect(commands.flat().length).toBeGreaterThan(8)
  expect(listed.toSorted()).toEqual(commands.flat().toSorted())
})

test("the version is that of package.json", async () => {
  const { version: stated } = await Bun.file(join(root, "package.json")).json()
  expect(version).toBe(stated)
  expect((await candor("--version")).stdout).toBe(`candor v${stated}\n`)
})

const nobody = "0197f3a2-5b1c-7d4e-8f60-123456789abc"

test("what is misunderstood is one line in plain words, and opens no database", async () => {
  const line = async (...args: ReadonlyArray<string>) => {
    const { code, question, stderr, stdout } = await candor(...args)
    expect({ code, question, stdout }).toEqual({ code: 1, question: null, stdout: "" })
    return stderr
  }
  expect(await line("organizations", "create", "--name", "Acme", "--plan", "gold"))
    .toBe(`--plan: Expected free, starter, growth or enterprise; got "gold" (see candor organizations create --help)`)
  expect(await line("keys", "revoke", "--organization", "x", "y")).toBe(
    `--organization: Expected a UUID, for example ${nobody}; got "x" (see candor keys revoke --help)`
  )
  expect(await line("organizations", "create", "--name", "", "--plan", "free")).toContain("--name: Expected text that is not blank")
  expect(await line("keys", "list", "--organization", "x"))
    .toBe(`--organization: Expected a UUID, for example ${nobody}; got "x" (see candor keys list --help)`)
  const create = ["keys", "create", "--organization", nobody, "--user-email", "a@b.example", "--scope", "read"]
  expect(await line(...create, "--expires-at", "soon"))
    .toContain(`--expires-at: Expected a date, for example 2027-01-31; got "soon"`)
  expect(await line("keys", "list")).toContain("--organization")
  expect(await line("nonsense")).toContain("nonsense")
})
