/** Prospects of sourcing searches (spec, part 4). */
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ProspectId, SearchId } from "@candor/domain/Id"
import { ConversionDraft, conversionSource } from "@candor/domain/sourcing/Conversion"
import {
  maxDrafts,
  maxProspectBytes,
  maxProspects,
  Prospect,
  ProspectDrafts,
  ProspectEmail,
  ProspectListItem,
  ProspectPatch
} from "@candor/domain/sourcing/Prospect"
import { Pagination } from "@candor/domain/Pagination"
import { ProspectFilter } from "@candor/domain/sourcing/Prospects"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { DeletedRecord, erasesRelated, erasureQuery } from "./Erasure.ts"
import { maxBodyBytes } from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

export const OneProspect = Schema.Struct({ prospect: Prospect })
export interface OneProspect extends Schema.Schema.Type<typeof OneProspect> {}

export const ManyProspects = Schema.Struct({
  prospects: Schema.Array(Prospect).pipe(described("The prospects, in the order in which they were added"))
})
export interface ManyProspects extends Schema.Schema.Type<typeof ManyProspects> {}

const searchParams = { searchId: pathId(SearchId) }
const prospectParams = { prospectId: pathId(ProspectId) }

export class Prospects extends HttpApiGroup.make("Prospects")
  .add(
    HttpApiEndpoint.get("list", "/sourcing/searches/:searchId/prospects", {
      params: searchParams,
      query: ProspectFilter.fields,
      success: ManyProspects,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the prospects of a search in order of discovery",
        "Returns all prospects, or those with a status or in a pipeline stage."
      )
    ),
    HttpApiEndpoint.post("discover", "/sourcing/searches/:searchId/prospects", {
      params: searchParams,
      query: noQuery,
      payload: Schema.Struct({
        prospects: ProspectDrafts.pipe(described("The people to add: all are added, or none"))
      }),
      success: ManyProspects.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Add prospects to a search",
        `Adds 1 to ${maxDrafts} prospects: all, or none if one is refused. The path of an error has the index ` +
          "of its prospect. A LinkedIn URL or email address is unique within a search; the error for a duplicate " +
          `has the \`existing_id\` of the prospect that has it. The whole body has at most ${maxBodyBytes} bytes, ` +
          `so ${maxDrafts} prospects in one call have about 1 KB each; split a call whose summaries are long. A ` +
          `search has at most ${maxProspects.limit} prospects, whose texts have at most ${maxProspectBytes.limit} ` +
          "bytes as JSON. Beyond either: 400 with `details.limit`."
      )
    ),
    HttpApiEndpoint.get("acrossSearches", "/sourcing/prospects", {
      query: { ...ProspectFilter.fields, ...pageQuery },
      success: Schema.Struct({
        prospects: Schema.Array(ProspectListItem).pipe(described("The prospects of the page, each with its search")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List the prospects of all searches",
        "Returns prospects newest first. `status=shortlisted` returns the shortlists of all searches."
      )
    ),
    HttpApiEndpoint.get("get", "/sourcing/prospects/:prospectId", {
      params: prospectParams,
      query: noQuery,
      success: OneProspect,
      error: resourceErrors
    }).annotateMerge(documented("Get a prospect", "Returns a prospect of any search.")),
    HttpApiEndpoint.patch("update", "/sourcing/prospects/:prospectId", {
      params: prospectParams,
      query: noQuery,
      payload: ProspectPatch,
      success: OneProspect,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { prospect: { pipeline_stage: "replied" } })
      .annotateMerge(
        documented(
          "Update a prospect",
          "Changes the given fields; null clears one. A `pipeline_stage` can be set back to any earlier one; a " +
            "stage that may not follow the present one is 400, with the present stage and the accepted ones in " +
            "`details`. Only converting sets `converted`, which cannot be changed. Setting the present stage " +
            "changes nothing. The search's limit of texts applies: 400 with `details.limit`."
        )
      ),
    HttpApiEndpoint.delete("delete", "/sourcing/prospects/:prospectId", {
      params: prospectParams,
      query: erasureQuery,
      success: DeletedRecord,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete a prospect",
        "The prospect no longer counts towards the limits of its search. Ten minutes later, its personal data " +
          "is also erased from its events. " +
          erasesRelated
      )
    ),
    HttpApiEndpoint.patch("setEmail", "/sourcing/prospects/:prospectId/email", {
      params: prospectParams,
      query: noQuery,
      payload: ProspectEmail,
      success: OneProspect,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotateMerge(
        documented(
          "Set or replace a prospect's email address",
          "An address that another prospect of the search already has is 400."
        )
      ),
    HttpApiEndpoint.post("shortlist", "/sourcing/prospects/:prospectId/shortlist", {
      params: prospectParams,
      query: noQuery,
      success: OneProspect,
      error: resourceErrors
    }).middleware(WriteScope)
      .annotateMerge(
        documented("Shortlist a prospect", "A prospect already on the shortlist is returned unchanged.")
      ),
    HttpApiEndpoint.delete("unshortlist", "/sourcing/prospects/:prospectId/shortlist", {
      params: prospectParams,
      query: noQuery,
      success: OneProspect,
      error: resourceErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, { prospect: { status: "discovered" } })
      .annotateMerge(
        documented(
          "Remove a prospect from the shortlist",
          "A prospect who is not on the shortlist is returned unchanged."
        )
      ),
    HttpApiEndpoint.post("convert", "/sourcing/prospects/:prospectId/convert", {
      params: prospectParams,
      query: noQuery,
      payload: ConversionDraft,
      success: OneProspect,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, {
        prospect: {
          pipeline_stage: "converted",
          candidate_id: example.id.candidate,
          application_id: example.id.application
        }
      })
      .annotateMerge(
        documented(
          "Convert a prospect into a candidate with an application",
          "Sets the prospect's pipeline stage to `converted`, with the ids of the candidate and the " +
            "application. The candidate is an existing one with the same LinkedIn URL, else with the same email " +
            "address and no other LinkedIn URL, else a new one. The application is the candidate's existing one " +
            `on the job, else a new one with \`source_type\` \`${conversionSource}\`. Converting again for the same ` +
            "job changes nothing; another job is 400 with `details.application_id`. A `not_interested` prospect " +
            "is 400."
        )
      )
  )
  .annotate(OpenApi.Title, "Sourcing")
{}
