/** Ports for servers of tests whose address must be known before they listen. */

/** Ports that no system gives to connections by itself: Linux begins at 32,768, others later. */
const [first, last] = [12_000, 32_000]

/** Those that this process was given: whoever asked may not listen yet. */
const given = new Set<number>()

const isFree = async (port: number): Promise<boolean> => {
  try {
    await Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a port of this machine that nothing listens on: one by chance, so that tests that run side by side get
 * others.
 */
export const freePort = async (): Promise<number> => {
  while (given.size < last - first) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${first} to ${last} is free`)
}
