/** TLS to a server with certificates of its own authority: each mode does what libpq does, on the sessions of every pool. */
import { authority, encryptedKey, hasOpenssl, signed } from "@candor/process/testing/Certificates"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { beforeAll, expect, test } from "bun:test"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, cpSync } from "node:fs"
import { join } from "node:path"
import { AdmissionClient, MigrationClient } from "../src/database/Clients.ts"
import { Refused } from "../src/database/ConnectionParameters.ts"
import * as Database from "../src/database/Database.ts"
import { messageOf } from "../src/database/SqlFailures.ts"

const { create, folder, give } = clusters("tls")
const ca = join(folder, "ours")
const other = join(folder, "other")
const client = join(folder, "client")
const mayRun = bin !== undefined && hasOpenssl
const cluster = mayRun
  ? await create("server", {
    settings: "ssl = on\nssl_ca_file = 'root.crt'\n",
    access: "hostssl certified all all cert\nhostssl encrypted all all trust\nhostnossl encrypted all all reject"
  })
  : undefined

beforeAll(async () => {
  if (cluster === undefined) return
  authority(folder, "ours")
  authority(folder, "other")
  signed(ca, join(folder, "localhost"), "localhost")
  signed(ca, client, "postgres")
  signed(other, join(folder, "stranger"), "postgres")
  for (const [from, to] of [["ours.crt", "root.crt"], ["localhost.crt", "server.crt"], ["localhost.key", "server.key"]] as const) {
    cpSync(join(folder, from), join(cluster.data, to))
    chmodSync(join(cluster.data, to), 0o600)
    give(join(cluster.data, to))
  }
  await cluster.start()
  await cluster.ask("CREATE DATABASE certified")
  await cluster.ask("CREATE DATABASE encrypted")
})

const encryption = `SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`

/** Whether the sessions of every pool are encrypted; the reason where there are none. */
const sessions = async (url: string): Promise<string> => {
  const ask = Effect.gen(function*() {
    const pools = [yield* SqlClient.SqlClient, yield* AdmissionClient, yield* MigrationClient]
    const found = yield* Effect.forEach(pools, (sql) =>
      Effect.map(sql.unsafe<{ readonly ssl: boolean }>(encryption), ([row]) => row!.ssl ? "TLS" : "plaintext"))
    return [...new Set(found)].join(" and ")
  })
  try {
    return await Effect.runPromise(Effect.scoped(Effect.provide(ask, Database.server({ url: Redacted.make(url) }))).pipe(
      Effect.catchTag("SqlError", (error) => Effect.succeed(messageOf(error)))
    ))
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** The same of libpq, as PostgreSQL's own client has it. */
const ofLibpq = async (url: string): Promise<string> => {
  const psql = Bun.spawn([join(bin!, "psql"), "--no-psqlrc", "-Atc", encryption, url], { env: { HOME: folder }, stdout: "pipe", stderr: "pipe" })
  const [code, said, why] = await Promise.all([psql.exited, new Response(psql.stdout).text(), new Response(psql.stderr).text()])
  if (code !== 0) return why
  return said.trim() === "t" ? "TLS" : "plaintext"
}

const ours = `sslrootcert=${ca}.crt`
const theirs = `sslrootcert=${other}.crt`
const identity = `sslcert=${client}.crt&sslkey=${client}.key`

/** A host and its parameters, with what becomes of them. */
type Row = readonly [host: string, database: string, query: string, outcome: RegExp | "TLS" | "plaintext"]

const unknown = /self.signed certificate|unable to (?:verify|get)/i
const misnamed = /does not match certificate/

const withTls: ReadonlyArray<Row> = [
  ["localhost", "postgres", "", "TLS"],
  ["localhost", "postgres", "sslmode=disable", "plaintext"],
  ["127.0.0.1", "postgres", `sslmode=disable&${theirs}`, "plaintext"],
  ["localhost", "postgres", "sslmode=prefer", "TLS"],
  ["127.0.0.1", "postgres", `sslmode=prefer&${ours}`, "TLS"],
  ["localhost", "postgres", "sslmode=require", "TLS"],
  ["localhost", "postgres", "ssl=true", "TLS"],
  ["127.0.0.1", "postgres", `sslmode=require&${ours}`, "TLS"],
  ["localhost", "postgres", `sslmode=require&${theirs}`, unknown],
  ["localhost", "postgres", `sslmode=verify-ca&${ours}`, "TLS"],
  ["127.0.0.1", "postgres", `sslmode=verify-ca&${ours}`, "TLS"],
  ["localhost", "postgres", `sslmode=verify-ca&${theirs}`, unknown],
  ["localhost", "postgres", "sslmode=verify-ca", /sslrootcert .* because sslmode is verify-ca/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}`, "TLS"],
  ["127.0.0.1", "postgres", `sslmode=verify-full&${ours}`, misnamed],
  ["localhost", "postgres", `sslmode=verify-full&${ours}&hostaddr=127.0.0.1`, "TLS"],
  ["localhost", "postgres", `sslmode=verify-full&${theirs}`, unknown],
  ["localhost", "postgres", "sslmode=verify-full&sslrootcert=/nowhere.crt", /sslrootcert .* "\/nowhere.crt", ENOENT/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}&ssl_min_protocol_version=TLSv1.3`, "TLS"],
  // A client's certificate that is demanded, and not.
  ["localhost", "certified", `sslmode=require&${identity}`, "TLS"],
  ["localhost", "certified", `sslmode=verify-full&${ours}&${identity}`, "TLS"],
  ["localhost", "certified", "sslmode=require", /connection requires a valid client certificate/],
  ["localhost", "certified", `sslmode=require&sslcert=${join(folder, "stranger")}.crt&sslkey=${join(folder, "stranger")}.key`, /UNKNOWN_CA/],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key&sslpassword=geheim`, "TLS"],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key&sslpassword=falsch`, /sslpassword/],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key`, /sslpassword|pass ?phrase/],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=${ca}.key`, /certificates and a key that fit/],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=/nowhere.key`, /sslkey .* ENOENT/],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=${client}.open.key`, /only its user may read/],
  // A server that takes no plaintext, from those who prefer TLS and those who do not.
  ["localhost", "encrypted", "", "TLS"],
  ["localhost", "encrypted", "sslmode=disable", /no encryption/]
]

const withoutTls: ReadonlyArray<Row> = [
  ["localhost", "postgres", "", "plaintext"],
  ["localhost", "postgres", "sslmode=disable", "plaintext"],
  ["localhost", "postgres", `sslmode=prefer&${ours}`, "plaintext"],
  ["localhost", "postgres", "sslmode=require", /has no TLS, and sslmode is require/],
  ["localhost", "postgres", "ssl=true", /has no TLS/],
  ["localhost", "postgres", `sslmode=verify-ca&${ours}`, /has no TLS/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}`, /has no TLS/]
]

for (const server of cluster === undefined ? [] : [cluster]) {
  const outcomes = (rows: ReadonlyArray<Row>) =>
    Promise.all(rows.map(async ([host, database, query, outcome]) => {
      const url = `postgres://postgres@${host}:${server.port}/${database}?${query}`
      const [found, libpq] = [await sessions(url), await ofLibpq(url)]
      const isAsLibpq = libpq === found || (outcome instanceof RegExp && libpq !== "TLS" && libpq !== "plaintext")
      const isRight = outcome instanceof RegExp ? outcome.test(found) : found === outcome
      return isRight && isAsLibpq ? undefined : { url, found, libpq }
    })).then((found) => found.filter((one) => one !== undefined))

  test("with TLS on the server, each mode encrypts, verifies and refuses as libpq does", async () => {
    encryptedKey(client, "geheim")
    cpSync(`${client}.key`, `${client}.open.key`)
    chmodSync(`${client}.open.key`, 0o644)
    expect(await outcomes(withTls)).toEqual([])
  })

  test("prefer does not go on in plaintext where the server's certificate is not signed by the authority that is named", async () => {
    expect(await sessions(`postgres://postgres@localhost:${server.port}/postgres?sslmode=prefer&${theirs}`)).toMatch(unknown)
  })

  test("without TLS on the server, only prefer and disable have sessions", async () => {
    await server.ask("ALTER SYSTEM SET ssl = off")
    await server.ask("SELECT pg_reload_conf()")
    expect(await outcomes(withoutTls)).toEqual([])
  })
}
