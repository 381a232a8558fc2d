import { maxKeys } from "@candor/domain/access/ApiKey"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { commands } from "./Commands.ts"

const { candor, run } = commands()

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

/** An e-mail address of this length. */
const email = (length: number) => `@${"b".repeat(63)}.example`.padStart(length, "a")

test("a name of 200 characters and an e-mail address of 254 are taken, and longer ones are refused", async () => {
  const { organization } = await run(World.organization({ name: "Acme" }))
  const ofOrganization = (name: number) => candor("organizations", "create", "--name", "🛠".repeat(name), "--plan", "free")
  const ofKey = (name: number, address: number) => {
    const named = ["--name", "🛠".repeat(name), "--user-email", email(address)]
    return candor("keys", "create", "--organization", organization.id, "--scope", "read", ...named)
  }
  expect(await ofOrganization(200)).toMatchObject({ code: 0, stderr: "" })
  expect(await ofKey(200, 254)).toMatchObject({ code: 0, stderr: "" })
  const longName = { code: 1, stdout: "", stderr: expect.stringContaining("--name: Expected at most 200 characters; ") }
  expect(await ofOrganization(201)).toEqual(longName)
  expect(await ofKey(201, 254)).toEqual(longName)
  const longAddress = { code: 1, stdout: "", stderr: expect.stringContaining("--user-email: Expected at most 254 characters; ") }
  expect(await ofKey(200, 255)).toEqual(longAddress)
})

test("an organization with as many keys as it can have gets no other until one is revoked", async () => {
  const { key, organization } = await run(full)
  const create = () =>
    candor("keys", "create", "--organization", organization, "--user-email", "ada@example.com", "--scope", "read")
  const refused = await create()
  expect(refused).toMatchObject({ code: 1, stdout: "" })
  expect(refused.stderr).toContain(`${maxKeys.limit} API keys`)
  expect(await candor("keys", "revoke", "--organization", organization, key)).toMatchObject({ code: 0 })
  expect(await create()).toMatchObject({ code: 0, stderr: "" })
})
