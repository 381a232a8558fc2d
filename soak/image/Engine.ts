/** Runs commands of a container engine with unique names, and removes what they created when the program ends. */
import { whenEnding } from "../Cleanup.ts"

/**
 * The maximum duration of a command in milliseconds: a build that installs every package over a slow network takes
 * longest.
 */
const maxMillis = 10 * 60_000

export type Environment = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a script to its end, and never fails. */
export const attempt = async (script: string, cwd: string, env: Environment = {}): Promise<Ended> => {
  const child = Bun.spawn(["sh", "-eu", "-c", script], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DOCKER_HOST: process.env["DOCKER_HOST"], ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: maxMillis
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { code, stdout, stderr }
}

/** Runs a script to its end, and returns its output; fails if the script does. */
export const run = async (script: string, cwd: string, env: Environment = {}): Promise<string> => {
  const { code, stderr, stdout } = await attempt(script, cwd, env)
  if (code !== 0) throw new Error(`${script}\nended with ${code}: ${(stdout + stderr).slice(-3000)}`)
  return stdout
}

/** Returns why no container can be started here; undefined if one can. Pulls missing images. */
export const missing = async (images: ReadonlyArray<string>): Promise<string | undefined> => {
  if (Bun.which("docker") === null) return "docker is not installed"
  const engine = await attempt("docker version --format '{{.Server.Version}}'", "/")
  if (engine.code !== 0) return `no container engine answers: ${engine.stderr.trim()}`
  const compose = await attempt("docker compose version --short", "/")
  if (compose.code !== 0) return "docker has no command compose (docker-compose-plugin)"
  console.log(`Docker ${engine.stdout.trim()}, Compose ${compose.stdout.trim()}`)
  for (const image of images) {
    if ((await attempt(`docker image inspect ${image}`, "/")).code === 0) continue
    const pulled = await attempt(`docker pull --quiet ${image}`, "/")
    if (pulled.code !== 0) return `the image ${image} is not here and cannot be pulled: ${pulled.stderr.trim()}`
  }
  return undefined
}

/** Runs a script when the program ends, and ignores its output. */
export const whenEndingRun = (script: string, cwd: string, env: Environment = {}) =>
  whenEnding(() => {
    Bun.spawnSync(["sh", "-c", script], {
      cwd,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DOCKER_HOST: process.env["DOCKER_HOST"], ...env },
      stdout: "ignore",
      stderr: "ignore"
    })
  })
