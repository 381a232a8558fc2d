/**
 * Goes from a fresh clone of the latest commit to an API key that is created in the browser and used with curl, by the
 * steps of README.md only, and prints the seconds of each. Exits with 1 if a step fails, or all of them take three
 * minutes.
 *
 *     bun soak/newcomer.ts [--cold]     exits with 77 if git, curl or Chromium is not installed
 *
 * `--cold` installs into an empty package cache, from the registry. The server uses a free port instead of 3000.
 */
import { installed } from "@candor/process/testing/Chromium"
import { freePort } from "@candor/process/testing/FreePort"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { whenEnding } from "./Cleanup.ts"

/** The exit code of a skipped test, as in GNU Automake. */
const skipped = 77

/** Seconds for all steps. */
const limit = 180

/** Milliseconds for which a step waits for the server or an element of a page. */
const maxWait = 60_000

const executablePath = installed()
const missing = [["git", Bun.which("git")], ["curl", Bun.which("curl")], ["Chromium", executablePath]].filter((
  [, path]
) => path == null)
if (missing.length > 0) {
  console.log(`Not installed: ${missing.map(([name]) => name).join(", ")}`)
  process.exit(skipped)
}

const folder = mkdtempSync(join(tmpdir(), "candor-newcomer-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const clone = join(folder, "candor")
const origin = `http://127.0.0.1:${await freePort()}`

let total = 0

/** Runs a step, and prints its seconds. */
const step = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  total += seconds
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`)
  return result
}

const spawn = (command: ReadonlyArray<string>, cwd: string) =>
  Bun.spawn([...command], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: new URL(origin).port,
      LOG_FORMAT: "json",
      ...(process.argv.includes("--cold") ? { BUN_INSTALL_CACHE_DIR: join(folder, "cache") } : {})
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    detached: true
  })

const run = async (command: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const child = spawn(command, cwd)
  const said = await new Response(child.stdout).text()
  if (await child.exited !== 0) throw new Error(`${command.join(" ")} ended with ${child.exitCode}: ${said}`)
  return said
}

await step("git clone", () => run(["git", "clone", "--quiet", join(import.meta.dir, ".."), clone], folder))
const readme = await Bun.file(join(clone, "README.md")).text()

/** Returns the README's text for a step, so that no step is taken that it does not contain. */
const readmeSays = (pattern: RegExp): ReadonlyArray<string> => {
  const found = pattern.exec(readme)
  if (found === null) throw new Error(`README.md does not say ${pattern}`)
  return found.slice(1)
}

const [start] = readmeSays(/^```sh\n(bun start)\b/m)
const server = spawn(["sh", "-c", `exec ${start!}`], clone)
whenEnding(() => {
  try {
    process.kill(-server.pid, "SIGKILL")
  } catch {
    // The process has ended.
  }
})

/** Returns the link that the first start logs. */
const link = async (): Promise<string> => {
  let said = ""
  const timer = setTimeout(() => server.kill(), maxWait)
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    said += text
    const [, found] = /"link":"([^"]+)"/.exec(said) ?? []
    if (found === undefined) continue
    clearTimeout(timer)
    return found
  }
  throw new Error(`The server did not log a link: ${said}`)
}

const address = await step(`${start}, until it logs the link`, link)

const browser = await chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox", "--disable-gpu"] })
const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] })
context.setDefaultTimeout(maxWait)
const page = await context.newPage()

readmeSays(/prints a sign-in link. Open it, choose a password/)
await step("open the link", async () => {
  await page.goto(address)
  await page.getByLabel("New password", { exact: true }).waitFor()
})

await step("choose a password", async () => {
  for (const field of ["New password", "Confirm new password"])
    await page.getByLabel(field, { exact: true }).fill("a comet every year")
  await page.getByRole("button", { name: "Save and sign in" }).click()
  await page.getByRole("heading", { name: "To do" }).waitFor()
})

const [section, keys, newKey] = readmeSays(/open\s“([^”]+)”, “([^”]+)”, then “([^”]+)”, and copy it/)
const key = await step(`open “${section}”, “${keys}”, then “${newKey}”, and copy it`, async () => {
  await page.locator("summary", { hasText: section! }).click()
  await page.getByRole("link", { name: keys! }).click()
  await page.getByRole("button", { name: newKey! }).click()
  await page.getByLabel("Name").fill("First key")
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByRole("button", { name: "Copy" }).click()
  await page.getByRole("button", { name: "Copied" }).waitFor()
  return await page.evaluate(() => navigator.clipboard.readText())
})

const [curl] = readmeSays(/It works at once:\n\n```sh\n(curl [^\n]+)\n```/)
await step("use it with curl", async () => {
  const said = await run(["sh", "-c", curl!.replace("http://127.0.0.1:3000", origin).replace("<the key>", key)], clone)
  const { api_key }: { readonly api_key?: { readonly name: string } } = JSON.parse(said)
  if (api_key?.name !== "First key") throw new Error(`curl was answered with ${said}`)
})

await browser.close()
console.log(`${total.toFixed(1).padStart(6)} s  in all`)
process.exit(total < limit ? 0 : 1)
