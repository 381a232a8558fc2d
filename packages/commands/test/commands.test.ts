import * as Candor from "@candor/commands/Candor"
import { version } from "@candor/process/Version"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** No command of this file opens a database. */
const none = Layer.effectContext(Effect.die(new Error("A database was opened.")))
const candor = (...args: ReadonlyArray<string>) =>
  Effect.runPromise(Candor.run(args, { store: none, connection: none }))

/** The commands under one, by its help. */
const subcommands = async (...path: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await candor(...path, "--help")
  return [...(stdout.split("SUBCOMMANDS\n")[1] ?? "").matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1]!)
}

/** Every command, such as "keys create". */
const commands = async (): Promise<ReadonlyArray<string>> => {
  const groups = await subcommands()
  const all = await Promise.all(groups.map(async (group) => {
    const under = await subcommands(group)
    return under.length === 0 ? [group] : under.map((name) => `${group} ${name}`)
  }))
  return all.flat()
}

test("docs/configuration.md lists every command, and none that does not exist", async () => {
  const page = await Bun.file(join(root, "docs/configuration.md")).text()
  const section = page.split("## Commands\n")[1]!.split("\n## ")[0]!
  const listed = [...section.matchAll(/^\| `([a-z -]+?)(?: --| <|`)/gm)].map((match) => match[1]!)
  const existing = await commands()
  expect(existing.length).toBeGreaterThan(8)
  expect(listed.toSorted()).toEqual(existing.toSorted())
})

test("every command that needs to be told something has an example, whose flags it has", async () => {
  const without = await Promise.all((await commands()).map(async (command) => {
    const { stdout } = await candor(...command.split(" "), "--help")
    if (!/^ARGUMENTS$|^ {2}--(organization|name) /m.test(stdout)) return []
    const [, example = ""] = new RegExp(`EXAMPLES\\n {2}candor ${command} (.*)`).exec(stdout) ?? []
    const unknown = (example.match(/--[a-z-]+/g) ?? []).filter((flag) => !stdout.includes(`\n  ${flag}`))
    return example === "" || unknown.length > 0 ? [`${command} ${example}`] : []
  }))
  expect(without.flat()).toEqual([])
})

const shells = ["bash", "zsh", "fish"].map((shell) => ({ shell, path: Bun.which(shell) }))
const absent = shells.filter(({ path }) => path === null).map(({ shell }) => shell)
if (absent.length > 0)
  console.warn(`${absent.join(", ")}: not installed, so that they take the completion is not tested.`)

test.each(shells)("$shell gets a completion of every command, and takes it", async ({ path, shell }) => {
  const { code, stdout } = await candor("--completions", shell)
  expect(code).toBe(0)
  const words = new Set((await commands()).flatMap((command) => command.split(" ")))
  expect([...words].filter((word) => !stdout.includes(word))).toEqual([])
  const child = path === null ? undefined : Bun.spawnSync([path, "-n"], { stdin: Buffer.from(stdout) })
  expect(child?.stderr.toString() ?? "").toBe("")
})

test.each(shells.flatMap(({ path, shell }) => shell === "bash" && path !== null ? [path] : []))(
  "in bash, a tab completes commands, flags and their values",
  async (bash) => {
    const { stdout } = await candor("--completions", "bash")
    const complete = (...words: ReadonlyArray<string>) => {
      const line = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${
        words.length - 1
      }; COMP_LINE="${words.join(" ")}"`
      const script = `${stdout}\n${line}; COMP_POINT=\${#COMP_LINE}; _candor; printf '%s\\n' "\${COMPREPLY[@]}"`
      return Bun.spawnSync([bash, "--norc", "-c", script]).stdout.toString().trim().split("\n")
    }
    expect(complete("candor", "ba")).toEqual(["backup"])
    expect(complete("candor", "keys", "")).toEqual(expect.arrayContaining(["create", "list", "revoke"]))
    expect(complete("candor", "keys", "create", "--sc")).toEqual(["--scope"])
    expect(complete("candor", "keys", "create", "--scope", "")).toEqual(["read", "write", "admin"])
  }
)

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
  expect(await line("organizations", "create", "--name", "", "--plan", "free")).toContain(
    "--name: Expected text that is not blank"
  )
  expect(await line("keys", "list", "--organization", "x"))
    .toBe(`--organization: Expected a UUID, for example ${nobody}; got "x" (see candor keys list --help)`)
  const create = ["keys", "create", "--organization", nobody, "--user-email", "a@b.example", "--scope", "read"]
  expect(await line(...create, "--expires-at", "soon"))
    .toContain(`--expires-at: Expected a date, for example 2027-01-31; got "soon"`)
  expect(await line("keys", "list")).toContain("--organization")
  expect(await line("nonsense")).toContain("nonsense")
})
