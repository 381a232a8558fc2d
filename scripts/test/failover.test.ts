/** "Two servers with TLS" of docs/operations.md, followed as it stands but for names, ports and paths. */
import { hasOpenssl } from "@candor/process/testing/Certificates"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { asUser, run } from "@candor/process/testing/PostgresPrograms"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import { expect, test } from "bun:test"
import { chmodSync, cpSync, mkdtempSync, readFileSync } from "node:fs"
import { join } from "node:path"

const page = readFileSync(join(import.meta.dir, "../../docs/operations.md"), "utf8").split(
  "### Two servers with TLS\n"
)[1]!.split("\n## ")[0]!
const block = (kind: string): string => new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)![1]!

const { clusterAt, create, folder, give } = clusters("failover")
const { folder: ours, serve, start } = servers("failover")

test.each(bin !== undefined && hasOpenssl ? [0] : [])(
  "servers reach the primary with TLS, and follow to the standby once it is promoted",
  async () => {
    const certificates = mkdtempSync(join(ours, "certificates-"))
    run("sh", "-euc", `cd ${certificates}\n${block("sh certificates").replaceAll(/db\d\.internal/g, "localhost")}`)
    const primary = await create("primary", { settings: block("ini primary"), access: block("ini access") })
    for (const name of ["server.crt", "server.key"]) {
      cpSync(join(certificates, name), join(primary.data, name))
      chmodSync(join(primary.data, name), 0o600)
      give(join(primary.data, name))
    }
    await primary.start()
    await primary.ask("CREATE ROLE candor LOGIN REPLICATION PASSWORD 'secret'")
    await primary.ask("CREATE DATABASE candor OWNER candor")

    const root = join(folder, "root.crt")
    cpSync(join(certificates, "root.crt"), root)
    chmodSync(root, 0o644)
    const copy = join(folder, "copy")
    const standby = await clusterAt(copy)
    const placed = (text: string) =>
      text
        .replaceAll("db1.internal:5432", `localhost:${primary.port}`)
        .replaceAll("db2.internal:5432", `localhost:${standby.port}`)
        .replaceAll("/etc/candor/root.crt", root)
        .replaceAll("/var/lib/postgresql/15/main", copy)
    run(...asUser, "sh", "-euc", `export HOME=${folder} PATH=${bin}:$PATH\n${placed(block("sh standby"))}`)
    await standby.start()

    const env = {
      DATABASE_URL: placed(block("ini failover")).trim().replace(/^DATABASE_URL=/, ""),
      CANDOR_DATA_DIR: ours,
      CANDOR_DRAIN_SECONDS: "0"
    }
    const { origin } = await serve(env)
    const command = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await start([process.execPath, await program("candor"), ...args, "--json"], {
        env
      }).ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      return JSON.parse(stdout)
    }
    const { id } = await command("organizations", "create", "--name", "Acme", "--plan", "growth")
    const { key } = await command(
      "keys",
      "create",
      "--organization",
      id,
      "--user-email",
      "ada@acme.example",
      "--scope",
      "write"
    )
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const createJob = (title: string) =>
      fetch(`${origin}/api/v1/jobs`, { method: "POST", headers, body: JSON.stringify({ title }) })
    expect((await createJob("Before")).status).toBe(201)
    const encrypted =
      "SELECT bool_and(ssl) AS all FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'candor'"
    expect(await primary.ask(encrypted)).toEqual([{ all: true }])
    const [written] = await primary.ask("SELECT pg_current_wal_lsn() AS at")
    const replayed = `SELECT pg_last_wal_replay_lsn() >= '${String(written!["at"])}' AS all`
    while ((await standby.ask(replayed))[0]!["all"] !== true) await Bun.sleep(50)

    await primary.stop()
    await standby.ask("SELECT pg_promote()")
    while ((await createJob("After")).status !== 201) await Bun.sleep(50)
    const { jobs } = await (await fetch(`${origin}/api/v1/jobs`, { headers })).json()
    expect(jobs.map(({ title }: { readonly title: string }) => title)).toEqual(["After", "Before"])
    expect(await standby.ask(encrypted)).toEqual([{ all: true }])
  }
)
