/** Requests to members for feedback on applications. */
import { described } from "@candor/domain/Described"
import { ApplicationId, FeedbackRequestId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { FeedbackRequest, maxRequests, RequestDraft } from "@candor/domain/request/FeedbackRequest"
import { RequestFilter } from "@candor/domain/request/FeedbackRequests"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneRequest = Schema.Struct({ feedback_request: FeedbackRequest })
const requestParams = { requestId: pathId(FeedbackRequestId) }

export class FeedbackRequests extends HttpApiGroup.make("FeedbackRequests")
  .add(
    HttpApiEndpoint.get("list", "/feedback-requests", {
      query: { ...RequestFilter.fields, ...pageQuery },
      success: Schema.Struct({
        feedback_requests: Schema.Array(FeedbackRequest).pipe(described("The requests of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List requests for feedback",
        "Returns requests newest first. `member_id` with `status=asked` returns a member's open requests."
      )
    ),
    HttpApiEndpoint.get("get", "/feedback-requests/:requestId", {
      params: requestParams,
      query: noQuery,
      success: OneRequest,
      error: resourceErrors
    }).annotateMerge(documented("Get a request for feedback", "Returns a request on any application.")),
    HttpApiEndpoint.post("ask", "/applications/:id/feedback-requests", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      payload: RequestDraft,
      success: OneRequest.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Ask a member for feedback on an application",
        "The request is `given` once the member gives feedback on the application. A member can have one open " +
          "request per application: a second one is 400 with `details.feedback_request_id`. An application has at " +
          `most ${maxRequests.limit} requests, including withdrawn ones: beyond that 400 with \`details.limit\`.`
      )
    ),
    HttpApiEndpoint.post("withdraw", "/feedback-requests/:requestId/withdraw", {
      params: requestParams,
      query: noQuery,
      success: OneRequest,
      error: resourceErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { feedback_request: { status: "withdrawn" } })
      .annotateMerge(
        documented(
          "Withdraw a request for feedback",
          "An already withdrawn request is returned unchanged; a fulfilled one is 400."
        )
      )
  )
  .annotate(OpenApi.Title, "Feedback requests")
  .annotate(OpenApi.Description, "Requests to members for feedback on applications.")
{}
