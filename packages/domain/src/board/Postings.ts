/** The port to public data: the boards of organizations, and their published jobs except internal ones. */
import { Context, type Effect } from "effect"
import type { JobFormState } from "../form/JobForm.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { PostingDetail, Site } from "./PublicBoard.ts"

export class Postings extends Context.Service<Postings, {
  /** Returns the organization's board, open or not, with the jobs that are public at this time. */
  readonly site: (organization: OrganizationId, now: Timestamp) => Effect.Effect<Site>
  /** One of these jobs, with its text and its form. */
  readonly get: (
    organization: OrganizationId,
    id: JobId,
    now: Timestamp
  ) => Effect.Effect<{ readonly posting: PostingDetail; readonly form: JobFormState }, JobNotFound>
  /** Returns the latest listed jobs with their texts, as many as fit into `maxBytes`. */
  readonly texts: (
    organization: OrganizationId,
    maxBytes: number,
    now: Timestamp
  ) => Effect.Effect<ReadonlyArray<PostingDetail>>
}>()("@candor/domain/Postings") {}
