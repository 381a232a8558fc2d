/** Finds ports for test servers whose address must be known before they listen. */

/** A range outside of the systems' ephemeral ports: Linux begins at 32,768, others later. */
const [first, last] = [12_000, 32_000]

/** The ports that this process was given: a server may not listen on its port yet. */
const given = new Set<number>()

const isFree = async (port: number): Promise<boolean> => {
  try {
    await Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/** Returns a random local port on which nothing listens; random, so that parallel tests get different ones. */
export const freePort = async (): Promise<number> => {
  while (given.size < last - first) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${first} to ${last} is free`)
}
