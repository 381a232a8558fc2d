/** Two processes of Candor on one port. They end with this one. */
import { join } from "node:path"
import { child, stop } from "./Children.ts"

const servers = [1, 2].map(() =>
  child(Bun.spawn([process.execPath, join(import.meta.dir, "../dist/api.js")], {
    env: { ...process.env, CANDOR_SHARE_PORT: "true" },
    stdout: "ignore",
    stderr: "inherit"
  }))
)

process.removeAllListeners("SIGTERM")
process.on("SIGTERM", () => void Promise.all(servers.map((server) => stop(server))).then(() => process.exit(0)))
