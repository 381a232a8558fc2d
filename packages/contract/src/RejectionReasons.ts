/** The rejection reasons of the organization. */
import { described } from "@candor/domain/Described"
import { RejectionReasonId } from "@candor/domain/Id"
import {
  maxReasons,
  RejectionReason,
  RejectionReasonDraft,
  RejectionReasonPatch
} from "@candor/domain/rejection/RejectionReason"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const OneReason = Schema.Struct({ rejection_reason: RejectionReason })
const reasonParams = { reasonId: pathId(RejectionReasonId) }

export class RejectionReasons extends HttpApiGroup.make("RejectionReasons")
  .add(
    HttpApiEndpoint.get("list", "/rejection-reasons", {
      query: noQuery,
      success: Schema.Struct({
        rejection_reasons: Schema.Array(RejectionReason).pipe(
          described("The rejection reasons, in the order in which they were added")
        )
      })
    }).annotateMerge(
      documented("List rejection reasons", "Returns all reasons, in the order in which they were added.")
    ),
    HttpApiEndpoint.post("create", "/rejection-reasons", {
      query: noQuery,
      payload: RejectionReasonDraft,
      success: OneReason.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Add a rejection reason",
        `An organization has at most ${maxReasons.limit} reasons; more are 400 with \`details.limit\`. Names are ` +
          "unique, ignoring case."
      )
    ),
    HttpApiEndpoint.patch("update", "/rejection-reasons/:reasonId", {
      params: reasonParams,
      query: noQuery,
      payload: RejectionReasonPatch,
      success: OneReason,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope)
      .annotateMerge(
        documented(
          "Change a rejection reason",
          "Changes the name or the email template. Applications already rejected for this reason keep its earlier name."
        )
      ),
    HttpApiEndpoint.delete("delete", "/rejection-reasons/:reasonId", {
      params: reasonParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(AdminScope)
      .annotateMerge(documented("Remove a rejection reason", "Applications rejected for this reason keep its name."))
  )
  .annotate(OpenApi.Title, "Rejection reasons")
  .annotate(OpenApi.Description, "The reasons for which the organization rejects applications.")
{}
