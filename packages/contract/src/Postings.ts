/** Open careers boards and their jobs, which everybody reads without a key. */
import { PublicBoard, PublicJob, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { Pagination } from "@candor/domain/Pagination"
import { WorkplaceType, workplaceSynonyms } from "@candor/domain/job/Posting"
import { spelled } from "@candor/domain/Spelling"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, OpenApi } from "effect/http-api"
import { InputErrors } from "./Authorization.ts"
import { documented, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"

/** The status of a response with the `Location` where the board is now. */
export const permanentRedirect = 308

/** Reads for everybody, from what is kept of the latest answers. */
export class OpenReading extends HttpApiMiddleware.Service<OpenReading>()("@candor/contract/OpenReading", {
  error: [Errors.NotFound, Errors.RateLimitExceeded, Errors.InternalError, Errors.ServiceUnavailable]
}) {}

const board = { board: Schema.String.pipe(described("The readable part of the board's address, also an earlier one", "harbor-analytics")) }
const job = { ...board, public_slug: Schema.String.pipe(described("The readable part of the job's address", example.job.public_slug)) }

export class Postings extends HttpApiGroup.make("Postings")
  .add(
    HttpApiEndpoint.get("board", "/boards/:board", {
      params: board,
      query: noQuery,
      success: Schema.Struct({ board: PublicBoard })
    }).annotateMerge(documented("Get an open careers board", "A board that is closed is 404, like one that does not exist.")),
    HttpApiEndpoint.get("jobs", "/boards/:board/jobs", {
      params: board,
      query: {
        department: Schema.optionalKey(Line).pipe(described("Jobs of exactly this department only", example.job.department)),
        location: Schema.optionalKey(Line).pipe(
          described("Jobs with this text in their location, or in a city, region or country code of theirs, only", "hamburg")
        ),
        workplace_type: Schema.optionalKey(spelled(WorkplaceType, workplaceSynonyms)).pipe(described("Jobs with this place of work only", "remote")),
        q: Schema.optionalKey(Line).pipe(described("Jobs with all of these words in their title, department or places only", "engineer hamburg")),
        ...pageQuery
      },
      success: Schema.Struct({
        jobs: Schema.Array(PublicJob).pipe(described("The jobs of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(documented("List the jobs of a careers board",
      "Published jobs that the board lists, the latest first. A job ends at once when it is closed or its `valid_through` passes. Upper and " +
        "lower case, and accents, make no difference to `location` and `q`."
    )),
    HttpApiEndpoint.get("job", "/boards/:board/jobs/:public_slug", {
      params: job,
      query: noQuery,
      success: Schema.Struct({ job: PublicJobDetail })
    }).annotateMerge(documented("Get a job of a careers board with its form",
      "Also one that the board does not list (`unlisted`). A job that is closed, has ended, or is for members alone (`internal`) is 404, like " +
        "one that does not exist."
    ))
  )
  .prefix("/api/v1")
  .middleware(InputErrors)
  .middleware(OpenReading)
  .annotate(OpenApi.Title, "Careers site")
  .annotate(OpenApi.Description, "What everybody sees of open careers boards: these operations need no key, and pages of every origin may " +
    "call them. They count to a limit of their own, by address.")
{}
