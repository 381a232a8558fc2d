/** Runs what docs/operations.md says about deploy/compose.yaml. */
import { setTimeout } from "node:timers/promises"
import * as Engine from "./Engine.ts"
import * as Hiring from "./Hiring.ts"
import type { Page } from "./Page.ts"

/** The parts of the compose file that are used here. */
export interface File {
  readonly services: Readonly<Record<string, { readonly image: string; readonly build?: object }>>
}

/** Runs a step, and prints its seconds and what it reports. */
export type Step = <A>(what: string, work: () => Promise<A>) => Promise<A>

/** The result of a step, with a text to print. */
export interface Says {
  readonly says: string
}

export interface Walk {
  readonly commands: Page
  /** The folder of the clone. */
  readonly cwd: string
  /** The prefix of all names. */
  readonly name: string
  /** The database's password, which must not occur in a log. */
  readonly secret: string
  readonly origin: string
  readonly step: Step
}

/** The services that run the image. */
const ours = ["server-1", "server-2", "worker"]

/** Seconds within which a container is healthy again after its process was killed. */
const comeBack = 60

export const walk = async ({ commands, cwd, name, origin, secret, step }: Walk): Promise<void> => {
  const settings = commands.block("compose").split("\n").find((line) => line.startsWith("export "))!
  const env = { COMPOSE_PROJECT_NAME: name, PUBLISH_PORT: new URL(origin).port }
  /** Runs commands in a shell with the page's settings. */
  const run = (script: string) => Engine.run(`${settings}\n${script}`, cwd, env)
  const inspect = async (service: string, format: string) =>
    (await run(`docker inspect --format '${format}' $(docker compose ps --all --quiet ${service})`)).trim()
  Engine.whenEndingRun(`${settings}\ndocker compose down --volumes --timeout 1`, cwd, env)

  await step("docker compose up, until all are healthy", () => run(commands.block("compose")))

  const key = await step("make a key, and use it with curl", async () => {
    const [organization, create, curl] = commands.block("compose-key").trim().split("\n")
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(await run(organization!))![0]
    const made = /candor_\w+/.exec(await run(create!.replace("<id>", id)))![0]
    await run(curl!.replace("<the key>", made))
    return made
  })
  const api = Hiring.at(origin, key)
  const application = await step("take an application", () => Hiring.apply(api))
  const file = await step("upload a file, whose text the worker reads", () => Hiring.upload(api, application))

  /** Checks the logs of the running containers: lines of JSON, without errors, keys and passwords. */
  const readLogs = async () => {
    const logs = await Promise.all(ours.map((service) => run(`docker logs $(docker compose ps --quiet ${service})`)))
    const lines = logs.join("").trim().split("\n")
    const entries = lines.map((line): { readonly level?: string } => {
      try {
        return JSON.parse(line)
      } catch {
        throw new Error(`A log line is not JSON: ${line}`)
      }
    })
    const errors = lines.filter((_, index) => /error|fatal/i.test(entries[index]!.level ?? ""))
    if (errors.length > 0) throw new Error(`The logs have ${errors.length} errors: ${errors.slice(0, 3).join("\n")}`)
    const all = await run("docker compose logs --no-color")
    for (const word of [key, secret]) if (all.includes(word)) throw new Error("A log has a key or a password")
    return { says: `${lines.length} lines` }
  }

  await step("what the proxy lets through", async () => {
    const statuses = await Promise.all(
      ["/console/", "/docs", "/metrics", "/health/ready"].map(async (path) => (await fetch(origin + path)).status)
    )
    if (statuses.join() !== "200,200,404,404") throw new Error(`The proxy answers ${statuses.join()}`)
  })

  await step("what the containers may do", async () => {
    for (const service of ours) {
      const said = await run(
        `docker compose exec -T ${service} sh -c 'id -u; grep CapBnd /proc/1/status; grep NoNewPrivs /proc/1/status; touch /candor/x /etc/x 2>&1 || true'`
      )
      const [user, capabilities, privileges, ...refusals] = said.trim().split("\n")
      const isRefused = refusals.length === 2 && refusals.every((line) => line.includes("Read-only file system"))
      if (user !== "1000" || !/\s0+$/.test(capabilities!) || !/\s1$/.test(privileges!) || !isRefused)
        throw new Error(`${service}: ${said}`)
    }
  })

  await step("kill processes: their containers come back", async () => {
    for (const service of ours) {
      // A signal to the container would count as a stop by the operator, after which the engine does not restart it.
      const program = service === "worker" ? "worker" : "api"
      await run(
        `docker compose exec -T ${service} sh -c 'for process in /proc/[0-9]*; do if grep --quiet --text "^bun.dist/${program}.js" $process/cmdline; then kill -KILL "$(basename $process)"; fi; done'`
      )
      const deadline = performance.now() + comeBack * 1000
      let state = ""
      while (state !== "1 healthy" && performance.now() < deadline) {
        state = await inspect(service, "{{.RestartCount}} {{.State.Health.Status}}")
        await setTimeout(500)
      }
      if (state !== "1 healthy") throw new Error(`${service} was killed, and is ${state}`)
    }
  })

  await step("the logs", readLogs)

  await step("upgrade under load", async () => {
    const before = await Hiring.notes(api, application)
    const { end } = await Hiring.load(api, origin, application)
    await run(commands.block("compose-upgrade"))
    const { failures, noted, sent } = await end()
    const present = await Hiring.notes(api, application) - before
    const images = await Promise.all(ours.map((service) => inspect(service, "{{.Config.Image}}")))
    if (images.some((image) => image !== `candor:${name}-2`)) throw new Error(`The images are ${images.join(", ")}`)
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${sent} requests failed: ${failures.slice(0, 5).join("; ")}`)
    if (present < noted) throw new Error(`${noted} notes were written, and ${present} are there`)
    return { says: `${sent} requests, none failed` }
  })

  await step("roll back", async () => {
    await run(
      commands.block("compose-upgrade").split("\n").filter((line) => line.startsWith("docker compose up")).join("\n")
    )
    const images = await Promise.all(ours.map((service) => inspect(service, "{{.Config.Image}}")))
    if (images.some((image) => image !== `candor:${name}-1`)) throw new Error(`The images are ${images.join(", ")}`)
  })

  const before = await Hiring.notes(api, application)
  await step("back up", () => run(commands.block("compose-backup")))
  await step("change and lose what came after", async () => {
    await api.ask(201, "POST", `/applications/${application}/notes`, { note: "Written after the backup." })
    await run("docker compose exec -T worker sh -c 'rm -r /data/files'")
  })
  await step("restore", () => run(commands.block("compose-restore")))
  await step("what was restored", async () => {
    const after = await Hiring.notes(api, application)
    if (after !== before) throw new Error(`There were ${before} notes at the backup, and ${after} are restored`)
    const content = await fetch(`${origin}/api/v1/applications/${application}/attachments/${file}/content`, {
      headers: { authorization: `Bearer ${key}` }
    })
    if (content.status !== 200 || !(await content.text()).includes("airfoils"))
      throw new Error(`The file is answered with ${content.status}`)
    await Hiring.upload(api, application)
  })

  await step("the logs of the restored service", readLogs)

  await step("stop: each ends with 0, within its time", async () => {
    await run("docker compose stop")
    for (const service of [...ours, "database", "proxy"]) {
      const code = await inspect(service, "{{.State.ExitCode}}")
      if (code !== "0") throw new Error(`${service} ended with ${code}`)
    }
  })
  await step("remove the containers, and start again with the same data", async () => {
    await run("docker compose down")
    await run("docker compose up --detach --wait")
    if (await Hiring.notes(api, application) !== before) throw new Error("The data is not what it was")
  })
  await run("docker compose down --volumes")
}
