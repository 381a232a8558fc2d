/** Reads the cards of a job, with each filter and in each order that has statements of its own. */
import { type JobId, QuestionId } from "@candor/domain/Id"
import type { CardOrder } from "@candor/domain/overview/Overview"
import type { CardFilter, CardReader, Overviews } from "@candor/domain/overview/Overviews"
import type { PageRequest } from "@candor/domain/Pagination"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"

const cardWays: ReadonlyArray<readonly [CardFilter, CardOrder]> = [
  [{ q: "compiler" }, "oldest"],
  [{ q: "compiler debugging -sales" }, "newest"],
  [{ rating: "yes", source_type: "Referral", tag: "compilers" }, "rating"],
  [{ answer: "yes", question_id: QuestionId.make("00000000-0000-7000-8000-000000000001") }, "name"],
  [{ answer: "yes" }, "longest_in_stage"],
  [{
    created_after: Timestamp.make("2026-10-01T00:00:00.000Z"),
    created_before: Timestamp.make("2026-11-01T00:00:00.000Z")
  }, "newest"]
]

/** Returns the active cards. */
export const cardsInEveryWay = (overviews: Overviews["Service"], reader: CardReader, job: JobId, page: PageRequest) =>
  Effect.andThen(
    Effect.forEach(cardWays, ([filter, order]) => overviews.cards(reader, job, filter, order, page)),
    overviews.cards(reader, job, { status: "active" }, "newest", page)
  )
