/** Every method of the ports to what a careers site has, in each way that sends a statement of its own. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Board from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import { Postings } from "@candor/domain/board/Postings"
import * as JobForm from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { now, Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { newJob } from "./WebhookWorld.ts"

/** The smallest image that is accepted: a header of 1 × 1 pixels. */
export const pixel = Uint8Array.fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

export const careers = Effect.fn("careers")(function*(actor: Actor) {
  const { organization_id } = actor
  const boards = yield* Boards
  const jobs = yield* Jobs
  const forms = yield* JobForms
  const update = (patch: Board.BoardPatch) =>
    boards.modify(actor, { slug: patch.slug }, (loaded, context) => Board.update(loaded, patch, context))
  yield* boards.get(organization_id)
  yield* update({ is_open: true })
  const { slug } = yield* update({ slug: `acme-${crypto.randomUUID()}` })
  yield* boards.find(slug)
  for (const image of [pixel, null]) {
    yield* boards.modify(actor, { image }, (loaded, context) => Board.setLogo(loaded, image, context))
    yield* boards.logo(organization_id)
  }
  yield* jobs.modify(actor, (yield* newJob(actor, "Ended")).id, (job, organization) =>
    Job.update(job, { status: "published", valid_through: Timestamp.make("2020-01-01T00:00:00.000Z") }, organization))
  const time = yield* now
  yield* jobs.ended(time)
  const postings = yield* Postings
  const open = yield* newJob(actor, "Open")
  yield* jobs.modify(actor, open.id, (job, organization) => Job.update(job, { status: "published" }, organization))
  yield* postings.site(organization_id, time)
  yield* postings.get(organization_id, open.id, time)
  yield* postings.texts(organization_id, 1_000_000, time)
  const { id } = yield* newJob(actor, "Formal")
  for (const phone of ["required", "hidden"] as const) {
    yield* forms.modify(actor, id, (form, context) => JobForm.replace(form, { phone }, context))
  }
  yield* forms.get(organization_id, id)
})
