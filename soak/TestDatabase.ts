/** Creates a database for a soak program on the server of TEST_DATABASE_URL, or on another. */
import { nameAt } from "@candor/sql/testing/ServerDatabases"
import { SQL } from "bun"

/** The URL of the server on which databases are created; undefined if none is set. */
export const administration: string | undefined = process.env["TEST_DATABASE_URL"] || undefined

export interface TestDatabase {
  readonly url: string
  readonly sql: SQL
  readonly drop: () => Promise<void>
}

const administer = async (server: string, statement: string): Promise<void> => {
  const sql = new SQL(server, { max: 1 })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.close()
  }
}

/** Creates an empty database on the server at this URL; fails without one if TEST_DATABASE_URL is not set. */
export const create = async (server: string | undefined = administration): Promise<TestDatabase> => {
  if (server === undefined) {
    throw new Error("Name a PostgreSQL server with TEST_DATABASE_URL, or add --embedded.")
  }
  const name = nameAt(Date.now())
  await administer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const sql = new SQL(url.href, { max: 4 })
  return {
    url: url.href,
    sql,
    drop: async () => {
      await sql.close({ timeout: 0 })
      await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  }
}
