/** Open careers boards and their jobs, which everybody can read without a key. */
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { PublicBoard, PublicJob, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { Pagination } from "@candor/domain/Pagination"
import { WorkplaceType, workplaceSynonyms } from "@candor/domain/job/Posting"
import { spelled } from "@candor/domain/Spelling"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Applying from "./Applying.ts"
import { InputErrors } from "./Authorization.ts"
import { maxSubmissionBytes, maxSubmittedFiles, submissionLimits } from "./Careers.ts"
import { documented, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"

/** The status of a response whose `Location` is the board's present address. */
export const permanentRedirect = 308

/** Public reads, answered from a cache of recent responses. */
export class OpenReading extends HttpApiMiddleware.Service<OpenReading>()("@candor/contract/OpenReading", {
  error: [Errors.NotFound, Errors.RateLimitExceeded, Errors.InternalError, Errors.ServiceUnavailable]
}) {}

const board = {
  board: Schema.String.pipe(
    described("The readable part of the board's address, also an earlier one", "harbor-analytics")
  )
}
const job = {
  ...board,
  public_slug: Schema.String.pipe(described("The readable part of the job's address", example.job.public_slug))
}

const careersSite = OpenApi.annotations({
  title: "Careers site",
  description:
    "The public side of open careers boards. These operations need no key and can be called from pages of any " +
    "origin. Reads have their own limit, by IP address."
})

export class Postings extends HttpApiGroup.make("Postings")
  .add(
    HttpApiEndpoint.get("board", "/boards/:board", {
      params: board,
      query: noQuery,
      success: Schema.Struct({ board: PublicBoard })
    }).annotateMerge(
      documented("Get an open careers board", "A closed board is 404, like one that does not exist.")
    ),
    HttpApiEndpoint.get("jobs", "/boards/:board/jobs", {
      params: board,
      query: {
        department: Schema.optionalKey(Line).pipe(described("Only jobs of this department", example.job.department)),
        location: Schema.optionalKey(Line).pipe(
          described(
            "Only jobs with this text in their location, or in one of their cities, regions or country codes",
            "hamburg"
          )
        ),
        workplace_type: Schema.optionalKey(spelled(WorkplaceType, workplaceSynonyms)).pipe(
          described("Only jobs with this workplace type", "remote")
        ),
        q: Schema.optionalKey(Line).pipe(
          described("Only jobs with all of these words in their title, department or places", "engineer hamburg")
        ),
        ...pageQuery
      },
      success: Schema.Struct({
        jobs: Schema.Array(PublicJob).pipe(described("The jobs of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List the jobs of a careers board",
        "Returns the published jobs that the board lists, latest first. A job disappears as soon as it is " +
          "closed or its `valid_through` passes. `department`, `location` and `q` ignore case, accents, spaces " +
          "and punctuation."
      )
    ),
    HttpApiEndpoint.get("job", "/boards/:board/jobs/:public_slug", {
      params: job,
      query: noQuery,
      success: Schema.Struct({ job: PublicJobDetail })
    }).annotateMerge(
      documented(
        "Get a job of a careers board with its form",
        "Also returns a job that the board does not list (`unlisted`). A job that is closed, has ended, or is " +
          "only for members (`internal`) is 404, like one that does not exist."
      )
    )
  )
  .prefix("/api/v1")
  .middleware(InputErrors)
  .middleware(OpenReading)
  .annotateMerge(careersSite)
{}

const always = [Errors.NotFound, Errors.RateLimitExceeded, Errors.InternalError, Errors.ServiceUnavailable] as const

/**
 * Separate from the `Api`, with routes of their own: applications are read as they arrive, and every challenge is
 * different.
 */
const applying = HttpApiGroup.make("Postings")
  .add(
    HttpApiEndpoint.get("challenge", "/boards/:board/challenge", {
      params: board,
      success: Applying.Challenge,
      error: always
    })
      .annotateMerge(
        documented(
          "Get a challenge for an application",
          "The library altcha-lib solves it in about a second. Send the solution as `altcha`: while very many " +
            "people apply, an application without one goes to the quarantine."
        )
      ),
    HttpApiEndpoint.post("apply", "/boards/:board/jobs/:public_slug/applications", {
      params: job,
      query: noQuery,
      payload: [
        Applying.Form.pipe(HttpApiSchema.asMultipartStream(submissionLimits)),
        Applying.Fields.pipe(HttpApiSchema.asFormUrlEncoded()),
        Applying.Body
      ],
      success: Applying.Accepted.pipe(HttpApiSchema.status(202)),
      error: [...always, Errors.Forbidden, Errors.PayloadTooLarge]
    }).middleware(InputErrors).annotateMerge(
      documented(
        "Apply for a job",
        "An accepted application is stored and appears in the organization within seconds, or goes to its " +
          `quarantine if it is suspicious; the response is the same. At most ${maxSubmittedFiles} files of at ` +
          `most ${maxFileBytes} bytes each; a form has at most ${maxSubmissionBytes} bytes, and JSON or a form ` +
          "without files 1 MiB. In a form, an invalid number, date, choice or phone number is 400, and so are " +
          "several values for a single-value field; in JSON, such a value is kept and shown to the readers of the " +
          "application. 403 asks for a solved challenge."
      )
    )
  )
  .prefix("/api/v1")
  .annotateMerge(careersSite)

/** The OpenAPI document of these operations, which is merged into the API's. */
export const applyingDocument = () => OpenApi.fromApi(HttpApi.make("applying").add(applying))
