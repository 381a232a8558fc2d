/** A server started as by its users, with the demo's organization. */
import type { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { join } from "node:path"

export interface Demo {
  /** Scheme, host and port. */
  readonly origin: string
  /** A key that may read and write. */
  readonly apiKey: string
}

/** Starts a server, which ends with the other processes of the test file. */
export const demo = async ({ folder, serve }: ReturnType<typeof servers>): Promise<Demo> => {
  const data = join(folder, "data")
  await Prepared.dataDirectory(data, "demo")
  const { origin } = await serve({ CANDOR_DATA_DIR: data })
  const { keys } = await Bun.file(join(data, "demo.json")).json()
  return { origin, apiKey: keys.write }
}
