/** Stored mail templates. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { MailTemplateId, OrganizationId } from "@candor/domain/Id"
import { type MailTemplate, MailTemplateNotFound, maxTemplates, type Naming, noun, type TemplateState } from "@candor/domain/mail/MailTemplate"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { insertRow } from "../../statements/Inserts.ts"
import { changedColumns, columns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { pick, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const changed = [...changedColumns(noun), "updated_at", "version"]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const list = (organization: OrganizationId) =>
    sql<MailTemplate>`
      SELECT ${sql.literal(columns(noun, "t", "json"))} FROM mail_templates t
      WHERE t.organization_id = $organization ORDER BY lower(t.name), t.id LIMIT ${sql.literal(String(maxTemplates.limit))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const found = (id: MailTemplateId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new MailTemplateNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: MailTemplateId) =>
    sql<TemplateState>`SELECT ${sql.literal(columns(noun, "t", "row"))} FROM mail_templates t WHERE t.organization_id = $organization AND t.id = ${id}`
      .pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const naming = (organization: OrganizationId, name: string | undefined) =>
    sql<Naming>`
      SELECT (
        SELECT t.id FROM mail_templates t WHERE t.organization_id = $organization AND lower(t.name) = lower(${name ?? null}::text)
      ) AS same_name_id, (
        SELECT count(*)::integer FROM (
          SELECT FROM mail_templates t WHERE t.organization_id = $organization LIMIT ${sql.literal(String(maxTemplates.limit))}
        ) present
      ) AS templates
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!))

  const create = <Failure>(
    actor: Actor,
    name: string,
    decide: (naming: Naming, context: DecisionContext) => Decision<TemplateState, Failure>
  ) =>
    write({
      actor,
      load: naming(actor.organization_id, name),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`${insertRow(sql, noun.table, { organization_id: actor.organization_id, ...change.decided.entity })} RETURNING id`
        }),
      races: ["mail_templates_name"]
    })

  const modify = <Failure>(
    actor: Actor,
    id: MailTemplateId,
    name: string | undefined,
    decide: (template: TemplateState & Naming, context: DecisionContext) => Decision<TemplateState & Naming, Failure>
  ) =>
    write({
      actor,
      load: Effect.zipWith(get(actor.organization_id, id), naming(actor.organization_id, name), (template, naming) => ({ ...template, ...naming })),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE mail_templates t SET ${setFrom(sql, noun.table, changed, change.decided.entity)}
            WHERE t.organization_id = ${actor.organization_id} AND t.id = ${id} AND t.version = ${change.before.version} RETURNING t.id`
        }),
      races: ["mail_templates_name"]
    }).pipe(Effect.map((template) => pick(template, rowColumns(noun)) as unknown as TemplateState))

  const uses = (organization: OrganizationId, id: MailTemplateId) =>
    sql<{ readonly received: boolean; readonly rejected: boolean }>`
      SELECT m.received_template_id IS NOT DISTINCT FROM ${id}::uuid AS received, m.rejected_template_id IS NOT DISTINCT FROM ${id}::uuid AS rejected
      FROM mail_accounts m WHERE m.organization_id = $organization
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map(([row]) => [
        ...(row?.received === true ? ["received_template_id"] : []),
        ...(row?.rejected === true ? ["rejected_template_id"] : [])
      ])
    )

  const remove = <Failure>(
    actor: Actor,
    id: MailTemplateId,
    decide: (template: TemplateState & { readonly uses: ReadonlyArray<string> }) => Decision<TemplateState, Failure>
  ) =>
    write({
      actor,
      load: Effect.zipWith(get(actor.organization_id, id), uses(actor.organization_id, id), (template, uses) => ({ ...template, uses })),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM mail_templates t
            WHERE t.organization_id = ${actor.organization_id} AND t.id = ${id} AND t.version = ${change.before.version} RETURNING t.id`
        }),
      races: ["mail_accounts_received", "mail_accounts_rejected"]
    }).pipe(Effect.asVoid)

  return MailTemplates.of({ list, get, create, modify, remove })
})

export const layer = Layer.effect(MailTemplates, make)
