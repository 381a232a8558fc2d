/** The port to what everybody can see of organizations: their boards, and their published jobs but internal ones. */
import { Context, type Effect } from "effect"
import type { JobFormState } from "../form/JobForm.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { PostingDetail, Site } from "./PublicBoard.ts"

export class Postings extends Context.Service<Postings, {
  /** The board of an organization, open or not, with the jobs that can be seen by now. */
  readonly site: (organization: OrganizationId, now: Timestamp) => Effect.Effect<Site>
  /** One of these jobs, with its text and its form. */
  readonly get: (
    organization: OrganizationId,
    id: JobId,
    now: Timestamp
  ) => Effect.Effect<{ readonly posting: PostingDetail; readonly form: JobFormState }, JobNotFound>
  /** The latest of the jobs that the board lists with their texts, as many as have fewer than `maxBytes` together. */
  readonly texts: (
    organization: OrganizationId,
    maxBytes: number,
    now: Timestamp
  ) => Effect.Effect<ReadonlyArray<PostingDetail>>
}>()("@candor/domain/Postings") {}
