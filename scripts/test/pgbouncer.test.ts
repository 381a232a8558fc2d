/** PgBouncer with the settings of docs/operations.md before a PostgreSQL server, in each mode. */
import { freePort } from "@candor/process/testing/FreePort"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { asUser } from "@candor/process/testing/PostgresPrograms"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import { SQL } from "bun"
import { expect, test } from "bun:test"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const page = readFileSync(join(import.meta.dir, "../../docs/operations.md"), "utf8")
const block = (kind: string): string =>
  new RegExp(`^ *\`\`\`${kind} pgbouncer\n([\\s\\S]*?)^ *\`\`\`$`, "m").exec(page)![1]!

const pgbouncer = bin === undefined ? null : Bun.which("pgbouncer", { PATH: `${process.env["PATH"]}:/usr/sbin` })
if (pgbouncer === null)
  console.log("NOT SHOWN HERE: the database behind PgBouncer, because it or PostgreSQL is not installed.")

const { create, folder: clustersFolder, give } = clusters("pgbouncer")
const { folder, serve, start } = servers("pgbouncer")
const cluster = pgbouncer === null ? undefined : await create("server")

/** Starts PgBouncer with the page's settings, with these replacements; returns the address through it. */
const pooled = async (
  port: number,
  mode: string,
  replaced: ReadonlyArray<readonly [RegExp, string]> = []
): Promise<string> => {
  const listening = await freePort()
  const settings: ReadonlyArray<readonly [RegExp, string]> = [
    [/port=5432/, `port=${port}`],
    [/listen_port = .*/, `listen_port = ${listening}`],
    [/auth_type = .*/, "auth_type = trust"],
    [/\/etc\/pgbouncer/, clustersFolder],
    [/pool_mode = .*/, `pool_mode = ${mode}`],
    [/$/, "unix_socket_dir =\n"],
    ...replaced
  ]
  const path = join(clustersFolder, `pgbouncer-${listening}.ini`)
  writeFileSync(path, settings.reduce((text, [from, to]) => text.replace(from, to), block("ini")))
  give(path)
  start([...asUser, pgbouncer!, "--quiet", path])
  const url = `postgres://candor@127.0.0.1:${listening}/candor`
  for (;;) {
    const sql = new SQL(url, { max: 1, prepare: false })
    const answered = await sql`SELECT 1`.simple().then(() => true, () => false)
    await sql.close()
    if (answered) return url
    await Bun.sleep(50)
  }
}

for (const server of cluster === undefined ? [] : [cluster]) {
  const env = (url: string) => ({ DATABASE_URL: url, CANDOR_DATA_DIR: folder, CANDOR_DRAIN_SECONDS: "0" })
  const candor = async (url: string, ...args: ReadonlyArray<string>) =>
    start([process.execPath, await program("candor"), ...args, "--json"], { env: env(url) }).ended

  test("with the settings of the page each mode serves; what cannot work is said in one sentence", async () => {
    await server.start()
    await server.ask("CREATE ROLE candor LOGIN")
    await server.ask("CREATE DATABASE candor OWNER candor")
    await server.ask(block("sql"))
    writeFileSync(join(clustersFolder, "userlist.txt"), `"candor" ""\n`)
    give(join(clustersFolder, "userlist.txt"))
    const direct = `postgres://candor@127.0.0.1:${server.port}/candor`
    const transactions = await pooled(server.port, "transaction")

    const refusals: ReadonlyArray<readonly [url: string, reason: RegExp]> = [
      [
        transactions,
        /^The database has to be migrated, .* run candor migrate first, with a DATABASE_URL that names PostgreSQL itself\n$/
      ],
      [
        await pooled(server.port, "statement"),
        /^The pooler ends sessions that begin a transaction, .* set pool_mode = transaction or session\n$/
      ],
      [
        await pooled(server.port, "session", [[/ignore_startup_parameters = .*/, ""]]),
        /^PgBouncer does not take .* set ignore_startup_parameters = .* ALTER ROLE .*\n$/
      ]
    ]
    for (const [url, reason] of refusals) {
      const { code, stderr } = await candor(url, "migrate")
      expect([code, stderr]).toEqual([1, expect.stringMatching(reason)])
    }
    expect((await candor(direct, "migrate")).code).toBe(0)

    for (
      const url of [
        transactions,
        await pooled(server.port, "session", [[/default_pool_size = .*/, "default_pool_size = 40"]])
      ]
    ) {
      const created = await candor(url, "organizations", "create", "--name", "Acme", "--plan", "growth")
      expect(created).toMatchObject({ code: 0, stderr: "" })
      const { id } = JSON.parse(created.stdout)
      const { key } = JSON.parse(
        (await candor(
          url,
          "keys",
          "create",
          "--organization",
          id,
          "--user-email",
          "a@acme.example",
          "--scope",
          "admin"
        )).stdout
      )
      const { child, origin } = await serve(env(url))
      const send = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        const answer = await fetch(`${origin}/api/v1${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { status: answer.status, body: await answer.json() }
      }
      const candidate = (n: number) => ({
        full_name: `Ada ${n}`,
        primary_email: `ada${n}@example.com`,
        linkedin_url: `https://www.linkedin.com/in/ada${n}`
      })
      // As many at a time as share a transaction's server with others, which have other statements.
      const atOnce = Array.from(
        { length: 40 },
        (_, n) =>
          n % 2 === 0 ? send("POST", "/jobs", { title: `Engineer ${n}` }) : send("POST", "/candidates", candidate(n))
      )
      expect(new Set((await Promise.all(atOnce)).map(({ status }) => status))).toEqual(new Set([201]))
      const reads = Array.from(
        { length: 40 },
        (_, n) => send("GET", ["/jobs?limit=7", "/candidates", "/events?limit=5", "/audit-log"][n % 4]!)
      )
      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]))
      // The background work of the candidates is done.
      const completed =
        `SELECT count(*)::integer AS n FROM ai_profiles WHERE status = 'completed' AND organization_id = '${id}'`
      while ((await server.ask(completed, "candor"))[0]!["n"] !== 20) await Bun.sleep(50)
      expect(JSON.parse((await candor(url, "audit", "verify")).stdout)).toContainEqual(
        expect.objectContaining({ organization_id: id, broken: null })
      )
      expect(await child.stop()).toBe(0)
      const { stderr, stdout } = await child.ended
      expect((stdout + stderr).split("\n").filter((line) => /"level":"(WARN|ERROR)"/.test(line))).toEqual([])
    }
  })
}
