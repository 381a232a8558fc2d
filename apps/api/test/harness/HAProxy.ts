/** A real HAProxy in front of local servers, if it is installed. */
import { freePort } from "@candor/process/testing/FreePort"
import { type Process, processes } from "@candor/process/testing/Processes"
import { writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

const program = Bun.which("haproxy")
if (program === null)
  console.warn("haproxy is not installed: the tests behind it are left out (apt-get install haproxy).")

/** For tests that run only with HAProxy installed. */
export const installed: ReadonlyArray<string> = program === null ? [] : [program]

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

export interface Proxied {
  readonly origin: string
  readonly process: Process
}

/** Starts HAProxies for a test file, which end with it. `more` are additional options of its server lines. */
export const haproxies = () => {
  const { folder, start } = processes("haproxy")
  return async (haproxy: string, servers: ReadonlyArray<number>, more = ""): Promise<Proxied> => {
    const port = await freePort()
    const file = join(folder, `${port}.cfg`)
    writeFileSync(
      file,
      `
      defaults
        mode http
        timeout connect 2s
        timeout client 20s
        timeout server 20s
        timeout queue 20s
        timeout check 5s
        http-reuse always
        option redispatch
      frontend all
        bind 127.0.0.1:${port}
        default_backend candor
      backend candor
        option httpchk GET /health/ready
        default-server inter 150ms fall 2 rise 1 pool-purge-delay 2s
${servers.map((server) => `        server s${server} 127.0.0.1:${server} check ${more}`).join("\n")}
`
    )
    const child = start([haproxy, "-db", "-f", file])
    while (!await listens(port)) await new Promise(setImmediate)
    return { origin: `http://127.0.0.1:${port}`, process: child }
  }
}
