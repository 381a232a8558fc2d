/** The demo's organizations for a soak program: in a PostgreSQL database, or in an embedded one of its own. */
import * as Prepared from "@candor/sql/testing/Prepared"
import { join } from "node:path"
import { candor, type Environment } from "./Programs.ts"

export interface Keys {
  readonly admin: string
  readonly write: string
  readonly other_organization: string
}

interface Demo {
  readonly keys: Keys
}

export interface PreparedDemo {
  /** The variables with which a server finds the database. */
  readonly env: Environment
  /** Returns the keys. For an embedded database its server writes them when it starts. */
  readonly keys: () => Promise<Keys>
}

/** Loads the demo into the database with this URL; or copies a prepared embedded database into a folder. */
export const prepare = async (folder: string, url: string | undefined): Promise<PreparedDemo> => {
  if (url === undefined) {
    const data = join(folder, "data")
    await Prepared.dataDirectory(data, "demo")
    const written = async (): Promise<Demo> => Bun.file(join(data, "demo.json")).json()
    return { env: { CANDOR_DATA_DIR: data }, keys: async () => (await written()).keys }
  }
  const env = { DATABASE_URL: url }
  const { keys } = await candor<Demo>(env, "demo")
  return { env, keys: async () => keys }
}
