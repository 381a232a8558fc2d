/** Stored rejection reasons: a list in the organization's row, which is compared and replaced as a whole. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import { UnknownTemplate } from "@candor/domain/mail/MailTemplate"
import type { RejectionReasons as Reasons } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const list = (organization: OrganizationId) =>
    sql<{ readonly rejection_reasons: Reasons }>`
      SELECT rejection_reasons FROM organizations WHERE id = ${organization}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!.rejection_reasons))

  const modify = <Failure>(
    actor: Actor | Worker,
    decide: (reasons: Reasons, context: DecisionContext<Actor | Worker>) => Decision<Reasons, Failure>
  ) =>
    write({
      actor,
      load: list(actor.organization_id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE organizations SET rejection_reasons = ${PgTypes.jsonb(change.decided.entity)}
            WHERE id = ${actor.organization_id} AND rejection_reasons = ${PgTypes.jsonb(change.before)}
            RETURNING id`
        }),
      refusals: { rejection_reasons_template: Effect.fail(new UnknownTemplate({ field: "mail_template_id" })) }
    })

  return RejectionReasons.of({ list, modify })
})

export const layer = Layer.effect(RejectionReasons, make)
