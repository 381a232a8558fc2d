/**
 * Builds the image of deploy/Containerfile from a clone of the latest commit, and runs the commands of
 * docs/operations.md for containers in order: the first key with a compose file, a killed process, an upgrade under
 * load, a backup, a restore and a stop; then a single container with the embedded database. Checks the containers'
 * rights, the content of the image, and the logs.
 *
 *     bun soak/image.ts [--base=<image>]     exits with 77 if no container engine or image is available
 *
 * Containers, volumes and tags have unique names, and are removed at the end; ports are free ones.
 */
import { freePort } from "@candor/process/testing/FreePort"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { imageOf } from "../scripts/test/Image.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Compose from "./image/Compose.ts"
import * as Container from "./image/Container.ts"
import * as Engine from "./image/Engine.ts"
import { page } from "./image/Page.ts"

/** The exit code of a skipped test, as in GNU Automake. */
const skipped = 77

/** Minutes for all steps. */
const limit = 20

const { values } = parseArgs({ options: { base: { type: "string" } } })
const source = join(import.meta.dir, "..")
const compose = Bun.YAML.parse(await Bun.file(join(source, "deploy/compose.yaml")).text()) as Compose.File
const base = values.base ?? imageOf(await Bun.file(join(source, "deploy/Containerfile")).text()).base
const others = Object.values(compose.services).filter(({ build }) => build === undefined).map(({ image }) => image)

const reason = await Engine.missing([base, ...others])
if (reason !== undefined) {
  console.log(`Left out: ${reason}`)
  process.exit(skipped)
}

const timer = setTimeout(() => {
  console.log(`Not done after ${limit} minutes`)
  process.exit(1)
}, limit * 60_000)

const name = `candor-walk-${process.pid}`
const folder = mkdtempSync(join(tmpdir(), "candor-image-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const clone = join(folder, "candor")

const step: Compose.Step = async (what, work) => {
  const began = performance.now()
  const result = await work()
  const says = typeof result === "object" && result !== null && "says" in result ? `: ${String(result.says)}` : ""
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}${says}`)
  return result
}

await Engine.run(`git clone --quiet '${source}' '${clone}'`, folder)
/** Written into the clone as an operator's settings and keys might be; it must not be in the image. */
const secret = crypto.randomUUID()
for (const path of [".env", "deploy/.env", "apps/api/.env", "candor.dump", "tls.pem"])
  writeFileSync(join(clone, path), `PASSWORD=${secret}\n`)

const port = { compose: await freePort(), container: await freePort() }
const commands = page(await Bun.file(join(clone, "docs/operations.md")).text(), [
  ["docker build ", `docker build${values.base === undefined ? "" : ` --build-arg BASE=${base}`} `],
  ["1.0.0", `${name}-1`],
  ["1.0.1", `${name}-2`],
  ["POSTGRES_PASSWORD=secret", `POSTGRES_PASSWORD=${secret}`],
  ["127.0.0.1:8080", `127.0.0.1:${port.compose}`],
  ["127.0.0.1:3000", `127.0.0.1:${port.container}`],
  ["--name candor ", `--name ${name} `],
  ["docker logs candor", `docker logs ${name}`],
  ["docker exec candor ", `docker exec ${name} `],
  ["docker cp candor:", `docker cp ${name}:`],
  ["candor-data:", `${name}-data:`],
  ["candor-backups:", `${name}-backups:`],
  ["candor-restored:", `${name}-restored:`]
])
Engine.whenEndingRun(`docker image rm --force candor:${name}-1 candor:${name}-2`, folder)

await step("docker build", () => Engine.run(commands.block("image"), clone))
await step("what the image is", () => Container.inspect(`candor:${name}-1`, secret, folder))
const walk = { commands, cwd: clone, name, secret, step }
await Compose.walk({ ...walk, origin: `http://127.0.0.1:${port.compose}` })
await Container.walk({ ...walk, origin: `http://127.0.0.1:${port.container}` })
clearTimeout(timer)
process.exit(0)
