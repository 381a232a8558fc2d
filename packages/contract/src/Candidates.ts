/** Candidates (spec, part 4). */
import { maxItems } from "@candor/domain/BulkItems"
import { maxProfiles } from "@candor/domain/candidate/AiProfile"
import { BulkCandidates } from "@candor/domain/candidate/BulkCandidates"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { CandidateByExternalId } from "@candor/domain/candidate/CandidateByExternalId"
import { CandidateDuplicate, maxDuplicates } from "@candor/domain/candidate/CandidateDuplicates"
import { anonymous } from "@candor/domain/Noun"
import {
  CandidateFilter,
  CandidateSort,
  FamilyPosition,
  NamePosition,
  orderOf
} from "@candor/domain/candidate/Candidates"
import { declinedExample, ErasureRefusal, waitingExample } from "@candor/domain/candidate/ErasureRequest"
import { because } from "@candor/domain/IssueReason"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { maxListedTags, maxTagged, TagCount } from "@candor/domain/candidate/Tag"
import { CandidateId } from "@candor/domain/Id"
import { ChangePosition, Pagination, Position } from "@candor/domain/Pagination"
import {
  CandidateExport,
  maxDocumentBytes,
  maxExportBytes,
  maxExported,
  maxExports,
  maxExportsOfOrganization
} from "@candor/domain/person/CandidateExport"
import * as CandidateMerge from "@candor/domain/person/CandidateMerge"
import { spelled } from "@candor/domain/Spelling"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApplicationsPage } from "./Applications.ts"
import { WriteScope } from "./Authorization.ts"
import { bulkResults, bulkTimeout, eachByItself } from "./Bulk.ts"
import { bodyErrors, documented, noQuery, OperationTimeout, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { byExternalId, externalIdParams, externalIdPath, madeOrChanged } from "./ExternalIds.ts"
import { searchEndpoint } from "./CandidateSearch.ts"
import { DeletedRecord, erasesRelated, erasureQuery, related } from "./Erasure.ts"
import { cursorOf, isPossible, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

export const OneCandidate = Schema.Struct({ candidate: Candidate.CandidateDetail })

const exportQuery = Schema.Struct({
  files: Schema.optionalKey(spelled(Schema.Literals(["true", "false"]))).pipe(
    described("Whether the export includes the contents of files; `true` by default")
  )
})

const candidateParams = { candidateId: pathId(CandidateId) }

/** A cursor of the list, in any of its orders. */
const cursor = cursorOf(
  Schema.Union([Position, NamePosition, FamilyPosition, ChangePosition]),
  (position) =>
    "full_name" in position || "family_name" in position ||
    isPossible("created_at" in position ? position.created_at : position.updated_at)
)

const listQuery = Schema.Struct({
  ...CandidateFilter.fields,
  sort: Schema.optionalKey(spelled(CandidateSort)).pipe(described("The order of the list; `newest` by default")),
  ...pageQuery,
  cursor: Schema.optionalKey(cursor)
}).check(
  Schema.makeFilter(({ cursor, ...filter }) => [
    ...(filter.sort === undefined || filter.updated_since === undefined
      ? []
      : [{ path: ["sort"], issue: "Expected no sort beside updated_since, which has an order of its own" }]),
    ...(cursor === undefined || orderOf(filter) in cursor
      ? []
      : [{ path: ["cursor"], issue: "Expected a cursor of a page in the same order" }])
  ], because("other_order"))
)

export class Candidates extends HttpApiGroup.make("Candidates")
  .add(
    HttpApiEndpoint.get("list", "/candidates", {
      query: listQuery,
      success: Schema.Struct({
        candidates: Schema.Array(Candidate.CandidateDetail).pipe(described("The candidates of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List candidates",
        "Returns candidates newest first, or by name, ignoring case and accents. With `sort=family_name`, a " +
          "candidate without `family_name` is sorted by the part of the full name before a comma, else by its " +
          "last word, or by the whole name in a script without spaces. With `updated_since`, returns what was " +
          "created or changed at that time or later, oldest change first; a row that changes while you read pages " +
          "appears again. A cursor is valid only for the order of its page."
      )
    ),
    searchEndpoint,
    HttpApiEndpoint.get("tags", "/tags", {
      query: noQuery,
      success: Schema.Struct({ tags: Schema.Array(TagCount).pipe(described("The tags, most frequent first")) })
    }).annotateMerge(
      documented(
        "List the tags of candidates",
        `The ${maxListedTags} most frequent tags with their numbers of candidates, most frequent first, then by ` +
          `name. At most ${maxTagged} candidates with tags are counted.`
      )
    ),
    HttpApiEndpoint.post("create", "/candidates", {
      query: noQuery,
      payload: Candidate.CandidateDraft,
      success: OneCandidate.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Create a candidate",
        "A LinkedIn URL starts AI profile processing. Several candidates can have the same email address; `GET " +
          "/candidates/{candidateId}/duplicates` finds duplicates."
      )
    ),
    HttpApiEndpoint.post("writeMany", "/candidates/bulk", {
      query: noQuery,
      payload: BulkCandidates,
      success: bulkResults("candidate_id", CandidateId, "candidate"),
      error: bodyErrors
    }).middleware(WriteScope).annotate(OperationTimeout, bulkTimeout).annotateMerge(
      documented(
        "Create or update many candidates",
        `Creates or updates up to ${maxItems} candidates, by id or by external id. ${eachByItself}`
      )
    ),
    HttpApiEndpoint.get("get", "/candidates/:candidateId", {
      params: candidateParams,
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).annotateMerge(
      documented("Get a candidate", "For a candidate that was merged into another one, returns that other candidate.")
    ),
    HttpApiEndpoint.patch("update", "/candidates/:candidateId", {
      params: candidateParams,
      query: noQuery,
      payload: Candidate.CandidatePatch,
      success: OneCandidate,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Update a candidate",
        `Setting a new LinkedIn URL starts AI profile processing. A candidate has at most ${maxProfiles.limit} ` +
          "profiles; more are 400 with `details.limit`."
      )
    ),
    HttpApiEndpoint.get("getByExternalId", `/candidates${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).annotateMerge(
      documented("Get a candidate by external id", "Returns the candidate that another system has this id for.")
    ),
    HttpApiEndpoint.put("putByExternalId", `/candidates${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      payload: CandidateByExternalId,
      success: madeOrChanged(OneCandidate),
      error: bodyErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Create or update a candidate by external id",
        byExternalId("a candidate") +
          " An anonymised candidate has no external ids, so the request creates a new candidate."
      )
    ),
    HttpApiEndpoint.post("anonymise", "/candidates/:candidateId/anonymise", {
      params: candidateParams,
      query: erasureQuery,
      success: Schema.Struct({ ...OneCandidate.fields, related }),
      error: resourceErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, { candidate: { ...anonymous(Candidate.noun), anonymised_at: example.time.closed } })
      .annotateMerge(
        documented(
          "Anonymise a candidate",
          "Removes all personal data: the candidate's fields, AI profiles, notes and attachments, and the " +
            "notes, feedback, answers and attachments of its applications. Ten minutes later, the data is also " +
            "erased from events and from the delivery log. The candidate and its applications are kept for " +
            "statistics, with `source_type` and stage. Afterwards, updating the candidate or adding an " +
            "application, note, feedback or file is 400; deleting it works. Anonymising it again changes nothing. " +
            erasesRelated
        )
      ),
    HttpApiEndpoint.post("requestErasure", "/candidates/:candidateId/request-erasure", {
      params: candidateParams,
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, { candidate: { erasure_request: waitingExample } })
      .annotateMerge(
        documented(
          "Record that a person asks to be erased",
          "Records a request that arrived, for example, by mail; people who applied on the careers site can ask " +
            "through the link of their application. `GET /overview/waiting` lists the request until the candidate " +
            "is anonymised or deleted, or the request is declined. An already open request is unchanged."
        )
      ),
    HttpApiEndpoint.post("declineErasure", "/candidates/:candidateId/decline-erasure", {
      params: candidateParams,
      query: noQuery,
      payload: ErasureRefusal,
      success: OneCandidate,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { candidate: { erasure_request: declinedExample } })
      .annotateMerge(
        documented(
          "Decline a person's request to be erased",
          "A person who asked through the link of an application sees the reason there and can ask again. An " +
            "already declined request is unchanged; a candidate without a request is 400. To erase the person, " +
            "anonymise or delete the candidate."
        )
      ),
    HttpApiEndpoint.get("duplicates", "/candidates/:candidateId/duplicates", {
      params: candidateParams,
      query: noQuery,
      success: Schema.Struct({
        duplicates: Schema.Array(CandidateDuplicate).pipe(
          described("Candidates that may be the same person, strongest reasons first")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List possible duplicates of a candidate",
        "Returns other candidates that may be the same person, with the reasons, strongest first: the same " +
          "LinkedIn URL; the same email address, ignoring case and any `+` suffix; the same phone number; the " +
          "same name and university, ignoring case, accents, spaces and punctuation; the same name, ignoring word " +
          `order and initials, unless their universities differ. At most ${maxDuplicates}. POST ` +
          "/candidates/{candidateId}/merge merges two of them."
      )
    ),
    HttpApiEndpoint.get("merges", "/candidates/:candidateId/merges", {
      params: candidateParams,
      query: { ...pageQuery, cursor: Schema.optionalKey(cursorOf(CandidateMerge.MergePosition, () => true)) },
      success: Schema.Struct({
        merges: Schema.Array(CandidateMerge.MergeListItem).pipe(described("The merges of the page, latest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the merges into a candidate, latest first",
        "Returns each merge with the id of the merged candidate and the time until which POST " +
          "/candidates/{mergedCandidateId}/unmerge can undo it; null once it no longer can. Merges must be undone " +
          "in the order of this list, latest first."
      )
    ),
    HttpApiEndpoint.post("merge", "/candidates/:candidateId/merge", {
      params: candidateParams,
      query: noQuery,
      payload: CandidateMerge.MergeRequest,
      success: Schema.Struct({ candidate: Candidate.CandidateDetail, merge: CandidateMerge.Merge }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Merge a candidate into another one",
        "Moves the candidate's applications with everything that belongs to them, its AI profiles, notes, " +
          "attachments and tags to the candidate `into` (the survivor), which also takes values for its empty " +
          "fields. If both have an application on the same job, both are kept, and `duplicate_applications` lists " +
          "the less advanced one. Afterwards, GET with the merged candidate's id returns the survivor, and " +
          "changing the merged candidate is 400 with `details.candidate_id`, the survivor's id. A candidate with " +
          `more than ${CandidateMerge.maxMoved.limit} applications can only be the survivor: 400 with ` +
          "`details.limit`. So is a merge that takes the survivor above any limit of a candidate. A merge can be " +
          `undone for ${CandidateMerge.undoDays} days.`
      )
    ),
    HttpApiEndpoint.post("unmerge", "/candidates/:mergedCandidateId/unmerge", {
      params: { mergedCandidateId: candidateParams.candidateId },
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Undo the merge of a candidate",
        "Restores a merged candidate with the applications, AI profiles, notes and attachments that were moved, " +
          "and everything added to them since. The survivor keeps what was added to itself, and loses the values " +
          `and tags that it took, unless they have been changed since. Possible for ${CandidateMerge.undoDays} ` +
          "days, latest merge into a candidate first: otherwise 400."
      )
    ),
    HttpApiEndpoint.delete("delete", "/candidates/:candidateId", {
      params: candidateParams,
      query: erasureQuery,
      success: DeletedRecord,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete a candidate",
        "Permanently deletes the candidate, its AI profiles, notes and attachments, and all its applications " +
          "with their notes, feedback, answers and attachments. Ten minutes later, the data is also erased from " +
          "events and from the delivery log; the events themselves remain, without content. " +
          erasesRelated
      )
    ),
    HttpApiEndpoint.get("export", "/candidates/:candidateId/export", {
      params: candidateParams,
      query: exportQuery,
      success: CandidateExport,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Export all stored data of a candidate",
        "The candidate with its AI profiles, notes and attachments, its applications on all jobs with their " +
          "notes, feedback, answers and attachments, the prospects and candidates that became it, the histories " +
          "of its applications, and the events of all of these, and in `related` the names of the person's other " +
          "candidates and prospects. Of prospects, " +
          `candidates, histories and events, the newest ${maxExported} each are included, as long as the document ` +
          `has at most ${maxDocumentBytes} bytes without the contents of files; \`is_complete\` is false if some ` +
          "were left out. Each attachment has its `content` in base64; `files=false` omits the contents. If the " +
          `connection ends before the document does, the export is incomplete. An organization has at most ${maxExportsOfOrganization} exports with contents in ` +
          `progress, and a server ${maxExports}: beyond either, 429 with \`details.limit\`. Notes and applications ` +
          `that can have more than ${maxExportBytes} bytes are 400 with \`details.limit\` and \`details.bytes\`: read ` +
          "them one by one."
      )
    ),
    HttpApiEndpoint.get("applications", "/candidates/:candidateId/applications", {
      params: candidateParams,
      query: pageQuery,
      success: ApplicationsPage,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the applications of a candidate",
        "Returns applications on all jobs and with any status, newest first."
      )
    )
  )
  .annotate(OpenApi.Description, "People who can apply for jobs, with their contact data and experience.")
{}
