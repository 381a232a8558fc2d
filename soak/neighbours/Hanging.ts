/** Receivers of webhooks that accept every request and never answer. */
import type { Hang } from "./Misbehaving.ts"

/** Listens on each port until the returned function is called; counts the requests. */
export const hang = ({ ports }: Hang, count: (name: string) => void): () => void => {
  const servers = ports.map((port) =>
    Bun.serve({
      hostname: "127.0.0.1",
      port,
      idleTimeout: 0,
      fetch: () => {
        count("messages left hanging")
        return new Promise<Response>(() => {})
      }
    })
  )
  return () => servers.forEach((server) => void server.stop(true))
}
