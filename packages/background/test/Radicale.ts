/** Radicale with its own users and calendars, if it is installed. */
import { freePort } from "@candor/process/testing/FreePort"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const path = Bun.which("radicale", { PATH: `${process.env["PATH"]}:/usr/sbin` })

/** Why the tests with Radicale do not run; null if they do. */
export const missing = path === null ? "because Radicale is not installed" : null

export const credentials = { username: "ada", password: "correct horse" } as const

const configuration = (folder: string, port: number) => `
[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${folder}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${folder}/collections
[rights]
type = owner_only
`

/** Starts a server. Returns its URL, a function that stores an entry, and one that stops the server. */
export const startRadicale = async (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  writeFileSync(join(folder, "users"), `${credentials.username}:${credentials.password}\n`)
  writeFileSync(join(folder, "config"), configuration(folder, port))
  const server = Bun.spawn([path ?? "radicale", "--config", join(folder, "config")], {
    stdout: "ignore",
    stderr: "ignore"
  })
  const url = `http://127.0.0.1:${port}/`
  const put = (method: string, at: string, body: string, type: string) =>
    fetch(url + at, {
      method,
      body,
      headers: {
        "content-type": type,
        authorization: `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`
      }
    }).then(({ status }) => status)
  for (let isUp = false; !isUp;) isUp = await fetch(url).then(() => true, () => Bun.sleep(20).then(() => false))
  const stop = async () => {
    server.kill("SIGKILL")
    await server.exited
  }
  return { url, put, stop }
}
