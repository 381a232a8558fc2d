/** Creates the database of a history on the cluster. */
import { SQL } from "bun"
import type { Cluster } from "./Cluster.ts"

/** Creates an empty database. */
export const createDatabase = async (cluster: Cluster, name: string) => {
  const administer = async (statement: string) => {
    const sql = new SQL(cluster.url("postgres"), { max: 1 })
    try {
      await sql.unsafe(statement)
    } finally {
      await sql.close()
    }
  }
  await administer(`CREATE DATABASE ${name}`)
  return { url: cluster.url(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}
