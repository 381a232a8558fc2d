import { maxKeys } from "@candor/domain/ApiKey"
import { processes } from "@candor/runtime/testing/Processes"
import * as Database from "@candor/sql/Database"
import * as Migrations from "@candor/sql/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"

const main = join(import.meta.dir, "../src/main.ts")
const { folder, start } = processes("limits")

const candor = (...args: ReadonlyArray<string>) =>
  start([process.execPath, main, ...args], { env: { CANDOR_DATA_DIR: folder } }).ended

/** An organization with as many keys as it can have, besides one that is expired. */
const full = Effect.gen(function*() {
  const { key, organization, user } = yield* World.organization({ name: "Acme" })
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO api_keys (organization_id, id, user_id, name, scope, hash, created_at, expires_at)
    SELECT ${organization.id}, gen_random_uuid(), ${user.id}, 'One of many', 'read', sha256(n::text::bytea), now(),
      CASE n WHEN 1 THEN now() END
    FROM generate_series(1, ${maxKeys.limit}::integer) n`
  return { key: key.id, organization: organization.id }
})

test("an organization with as many keys as it can have gets no other until one is revoked", async () => {
  const store = Repositories.layer.pipe(Layer.provideMerge(Migrations.layer), Layer.provideMerge(Database.embedded(folder)))
  const { key, organization } = await Effect.runPromise(
    full.pipe(Effect.provide(store), Effect.provideService(References.MinimumLogLevel, "None"))
  )
  const create = () =>
    candor("keys", "create", "--organization", organization, "--user-email", "ada@example.com", "--scope", "read")
  const refused = await create()
  expect(refused).toMatchObject({ code: 1, stdout: "" })
  expect(refused.stderr).toContain(`${maxKeys.limit} API keys`)
  expect(await candor("keys", "revoke", "--organization", organization, key)).toMatchObject({ code: 0 })
  expect(await create()).toMatchObject({ code: 0, stderr: "" })
}, 60_000)
