/** Stored members. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId, UserId } from "@candor/domain/Id"
import { namedIn } from "@candor/domain/note/Mention"
import { activeAdmin, type Member, MemberNotFound, type MemberState, noun } from "@candor/domain/organization/Member"
import { MemberFilter, Members } from "@candor/domain/organization/Members"
import type { PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type AccessVersion, nextAccessVersion } from "../access/AccessVersion.ts"
import { endSessions } from "../access/Sessions.ts"
import { revokeApps } from "../app/AppRows.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import type { Change } from "../../statements/Change.ts"
import { meets } from "../../statements/Filtering.ts"
import { changedColumns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { resourceRows } from "../../statements/ResourceStore.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

interface Loaded extends AccessVersion {
  readonly member: MemberState
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const { get, insert, list: page } = resourceRows<Member, MemberNotFound>(sql, { noun }, {
    notFound: (id) => new MemberNotFound({ id })
  })
  const refusals = externalIdTaken(sql, noun)
  const list = (organization: OrganizationId, request: PageRequest, filter: MemberFilter = {}) =>
    page(organization, request, meets(sql, noun, "t", MemberFilter, filter))
  const columns = sql.literal(columnsOf("u", rowColumns(noun)))

  const named = (organization: OrganizationId, text: string) => {
    const ids = namedIn(text)
    if (ids.length === 0) return Effect.succeed([])
    return sql<{ readonly id: UserId }>`
      SELECT u.id FROM users u WHERE u.organization_id = ${organization} AND u.id = ANY (${ids}::uuid[])
    `.pipe(Effect.map((rows) => rows.map(({ id }) => id)), Effect.orDie)
  }

  const withEmail = (organization: OrganizationId, email: string) =>
    sql<Member>`
      SELECT ${columns} FROM users u WHERE u.organization_id = ${organization} AND lower(u.email) = lower(${email})
    `.pipe(Effect.map(([member]) => member ?? null), Effect.orDie)

  const add = <Failure>(
    by: Actor | Worker,
    email: string,
    decide: (existing: Member | null, context: DecisionContext<Actor | Worker>) => Decision<Member, Failure>
  ) =>
    write({
      actor: by,
      load: withEmail(by.organization_id, email),
      decide,
      save: (change) => insert(change),
      races: ["users_email"],
      refusals
    })

  const load = (organization: OrganizationId, id: UserId) =>
    sql<MemberState & AccessVersion>`
      SELECT ${columns}, o.access_version, EXISTS (
        SELECT FROM users other WHERE other.organization_id = $organization AND other.id <> u.id
          AND other.role = ${activeAdmin.role} AND other.status = ${activeAdmin.status}
      ) AS has_other_admin
      FROM users u JOIN organizations o ON o.id = $organization
      WHERE u.organization_id = $organization AND u.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<Loaded, MemberNotFound> => {
        if (row === undefined) return Effect.fail(new MemberNotFound({ id }))
        const { access_version, ...member } = row
        return Effect.succeed({ access_version, member })
      })
    )

  const update = (change: Change<Loaded, MemberState, Actor | Worker>) => {
    const { before, decided: { entity: member }, organization_id } = change
    return save(sql, change, {
      before: [sql`next_access_version AS (${nextAccessVersion(sql, organization_id, before)})`],
      saved: sql`
        UPDATE users u SET ${setFrom(sql, "users", changedColumns(noun), member)}
        WHERE u.organization_id = ${organization_id} AND u.id = ${member.id} AND EXISTS (SELECT FROM next_access_version)
        RETURNING u.id`,
      after: member.status === "active"
        ? []
        : [
          endSessions(sql, organization_id, member.id, 0),
          ...revokeApps(sql, change, sql`user_id = ${member.id}`)
        ]
    })
  }

  const modify = <Failure>(
    by: Actor | Worker,
    id: UserId,
    decide: (member: MemberState) => Decision<MemberState, Failure>
  ) =>
    write({
      actor: by,
      load: load(by.organization_id, id),
      decide: ({ member }) => decide(member),
      save: update,
      refusals
    })

  return Members.of({ list, get, withEmail, named, add, modify })
})

export const layer = Layer.effect(Members, make)
