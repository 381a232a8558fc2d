/** Checks the image, and runs what docs/operations.md says about a single container with the embedded database. */
import type { Says, Walk } from "./Compose.ts"
import * as Engine from "./Engine.ts"
import { setTimeout } from "node:timers/promises"

/** Mebibytes that the image may add to its base. */
const maxAdded = 64

/** Fails if the image contains a secret or too much, or if its user has privileges. */
export const inspect = async (image: string, secret: string, cwd: string): Promise<Says> => {
  const [user, health, stop, ...sizes] = (await Engine.run(
    `docker image inspect --format '{{.Config.User}} {{json .Config.Healthcheck}} {{.Config.StopSignal}}' ${image}; docker history --human=false --format '{{.Size}} {{.CreatedBy}}' ${image}`,
    cwd
  )).split("\n").flatMap((line, index) => index === 0 ? [line.split(" ")[0]!, line, line] : [line])
  if (user !== "1000:1000") throw new Error(`The image's user is ${user}`)
  if (!health!.includes("/health/live") || !stop!.endsWith("SIGTERM")) throw new Error(`The image has ${health}`)
  const added =
    sizes.filter((line) => line.includes("/candor")).reduce((sum, line) => sum + Number(line.split(" ")[0]), 0) /
    1024 ** 2
  if (!(added > 1 && added < maxAdded)) throw new Error(`The image adds ${added.toFixed(0)} MiB`)
  // The last stage removes no files, so everything in its layers is in the container.
  const having = (word: string) =>
    Engine.run(
      `docker run --rm --user 0 ${image} sh -c 'grep --recursive --text --files-with-matches "$1" /candor /data /backups /etc /home /root /tmp /usr/local || true' sh '${word}'; docker history --no-trunc ${image} | grep '${word}' || true`,
      cwd
    )
  if ((await having("open this link")).trim() === "")
    throw new Error("The image is not searched: it has no words of the server")
  const leaked = await having(secret)
  if (leaked.trim() !== "") throw new Error(`The image has what lay beside the sources: ${leaked}`)
  return { says: `${added.toFixed(0)} MiB on its base` }
}

export const walk = async ({ commands, cwd, name, origin, step }: Walk): Promise<void> => {
  const run = (script: string) => Engine.run(script, cwd)
  const volumes = ["data", "backups", "restored"].map((volume) => `${name}-${volume}`).join(" ")
  Engine.whenEndingRun(`docker rm --force ${name} ${name}-restored; docker volume rm ${volumes}`, cwd)
  const ready = async () => {
    const deadline = performance.now() + 60_000
    while (performance.now() < deadline) {
      if (await fetch(`${origin}/health/ready`).then(({ status }) => status, () => 0) === 200) return
      await setTimeout(200)
    }
    throw new Error(`The container does not become ready: ${await run(`docker logs ${name}`)}`)
  }
  const start = commands.block("container")

  await step("docker run, with the embedded database", async () => {
    await run(start)
    await ready()
    const log = await run(`docker logs ${name}`)
    if (!log.includes(`"link":"http://`)) throw new Error(`The log has no link: ${log}`)
  })
  await step("back up while it runs, and restore", () => run(commands.block("container-backup")))
  await step("docker stop ends it with 0", async () => {
    await run(`docker stop ${name}`)
    const code = (await run(`docker inspect --format '{{.State.ExitCode}}' ${name}`)).trim()
    if (code !== "0") throw new Error(`It ended with ${code}`)
    await run(`docker rm ${name}`)
  })
  await step("start on what was restored", async () => {
    await run(start.replaceAll(`${name}-data:`, `${name}-restored:`))
    await ready()
    const said = await run(`docker exec ${name} candor organizations list`)
    if (!/[0-9a-f]{8}-/.test(said)) throw new Error(`The restored database has no organization: ${said}`)
  })
}
