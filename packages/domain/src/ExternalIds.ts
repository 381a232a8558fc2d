/** The port that finds rows by their external ids. */
import { Context, type Effect, type Option } from "effect"
import type { ExternalId } from "./ExternalId.ts"
import type { OrganizationId } from "./Id.ts"
import type { nouns } from "./nouns.ts"

/** A noun whose rows have external ids. */
type Known<N> = N extends { readonly fields: { readonly external_ids: unknown } } ? N : never
export type KnownOutside = Known<(typeof nouns)[number]>

export class ExternalIds extends Context.Service<ExternalIds, {
  /** Returns the id of the noun's row that has the external id, if the organization has one that the viewer sees. */
  readonly find: <N extends KnownOutside>(
    organization: OrganizationId,
    noun: N,
    external_id: ExternalId
  ) => Effect.Effect<Option.Option<N["row"]["Type"]["id"]>>
}>()("@candor/domain/ExternalIds") {}
