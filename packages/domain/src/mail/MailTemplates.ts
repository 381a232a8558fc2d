/** The port to mail templates. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { MailTemplateId, OrganizationId } from "../Id.ts"
import type { MailTemplate, MailTemplateNotFound, Naming, TemplateState } from "./MailTemplate.ts"

export class MailTemplates extends Context.Service<MailTemplates, {
  /** All templates, by name. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<MailTemplate>>
  readonly get: (organization: OrganizationId, id: MailTemplateId) => Effect.Effect<TemplateState, MailTemplateNotFound>
  /** Stores the new template that `decide` returns; decides again after a concurrent one. */
  readonly create: <Failure>(
    actor: Actor,
    name: string,
    decide: (naming: Naming, context: DecisionContext) => Decision<TemplateState, Failure>
  ) => Effect.Effect<TemplateState, Failure>
  /** Stores the template that `decide` returns. `name` is the one that it is to have. */
  readonly modify: <Failure>(
    actor: Actor,
    id: MailTemplateId,
    name: string | undefined,
    decide: (template: TemplateState & Naming, context: DecisionContext) => Decision<TemplateState & Naming, Failure>
  ) => Effect.Effect<TemplateState, Failure | MailTemplateNotFound>
  /** Deletes the template. `uses` are the fields of the mail account that name it. */
  readonly remove: <Failure>(
    actor: Actor,
    id: MailTemplateId,
    decide: (template: TemplateState & { readonly uses: ReadonlyArray<string> }) => Decision<TemplateState, Failure>
  ) => Effect.Effect<void, Failure | MailTemplateNotFound>
}>()("@candor/domain/MailTemplates") {}
