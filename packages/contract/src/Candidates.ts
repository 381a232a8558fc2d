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
    described("Whether the export has the contents of files; `true` by default")
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
        "Newest first, or by name in any case of letters and without accents. By family name (`sort=family_name`), a candidate without `family_name` " +
          "stands by what is before a comma in the full name, or else by its last word; of a script without spaces by the whole name. With `updated_since`, those that were created or " +
          "changed then or later, the oldest change first; one that changes while pages are read comes again. A cursor holds for " +
          "the order of its page."
      )
    ),
    searchEndpoint,
    HttpApiEndpoint.get("tags", "/tags", {
      query: noQuery,
      success: Schema.Struct({ tags: Schema.Array(TagCount).pipe(described("The tags, the most frequent first")) })
    }).annotateMerge(
      documented(
        "List the tags of candidates",
        `The ${maxListedTags} most frequent tags with the number of their candidates, the most frequent first; of equal ones in the ` +
          `order of their names. At most ${maxTagged} candidates with tags are counted.`
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
        "A LinkedIn URL starts AI profile processing. Several candidates can have one email address; `GET " +
          "/candidates/{candidateId}/duplicates` finds them."
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
        `Makes or changes up to ${maxItems} candidates, by their ids or by those of another system. ${eachByItself}`
      )
    ),
    HttpApiEndpoint.get("get", "/candidates/:candidateId", {
      params: candidateParams,
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).annotateMerge(
      documented("Get a candidate", "The id of a candidate that was merged into another one returns that other one.")
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
        `Setting a new LinkedIn URL starts AI profile processing. A candidate has at most ${maxProfiles.limit} profiles; beyond it: ` +
          "400 with `details.limit`."
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
          " An anonymised candidate has no external ids any more: the request makes a new one."
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
          "Removes all that is known of the person: the candidate's fields, AI profiles, notes and attachments, and the notes, " +
            "feedback, answers and attachments of its applications; ten minutes later, also from events and from the log of deliveries. The candidate " +
            "and its applications stay to be counted, with `source_type` and stage. Changing the candidate, and adding an " +
            "application, a note, feedback or a file, is 400 from then on; it can be deleted. Anonymising it again is no change. " +
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
          "By mail, say: people who applied on the careers site ask by the link of their application. `GET /overview/waiting` lists it until the " +
            "candidate is anonymised or deleted, or the request is declined. A request that waits already stays as it is."
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
          "A person who asked by the link of an application reads the reason there, and may ask again. A request that was " +
            "declined already stays as it is; a candidate without one is 400. To erase the person, anonymise or delete the candidate."
        )
      ),
    HttpApiEndpoint.get("duplicates", "/candidates/:candidateId/duplicates", {
      params: candidateParams,
      query: noQuery,
      success: Schema.Struct({
        duplicates: Schema.Array(CandidateDuplicate).pipe(
          described("Candidates that may be the same person, those with the strongest reasons first")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List possible duplicates of a candidate",
        "Other candidates that may be the same person, with the reasons, the strongest first: the same LinkedIn URL; the same " +
          "email address in any case of letters and without what follows a `+`; the same phone number; the same name and " +
          "university, whatever the case of letters, accents, spaces and punctuation; the same name in any order of its words and without " +
          `initials, unless their universities differ. At most ${maxDuplicates}. POST ` +
          "/candidates/{candidateId}/merge makes two of them one."
      )
    ),
    HttpApiEndpoint.get("merges", "/candidates/:candidateId/merges", {
      params: candidateParams,
      query: { ...pageQuery, cursor: Schema.optionalKey(cursorOf(CandidateMerge.MergePosition, () => true)) },
      success: Schema.Struct({
        merges: Schema.Array(CandidateMerge.MergeListItem).pipe(described("The merges of the page, the last first")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the merges into a candidate, the last first",
        "Each merge with the id of the candidate that is no more, and until when POST /candidates/{mergedCandidateId}/unmerge can " +
          "undo it; null once it cannot. They are undone from the last on, in the order of this list."
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
        "Moves the candidate's applications, with all that belongs to them, its AI profiles, notes, attachments and tags to the " +
          "candidate `into`, the survivor, which takes the values that it lacks. Two applications on one job both stay as they are; " +
          "the one that is not as far on is named in `duplicate_applications`. From then on GET of the merged candidate's id " +
          "returns the survivor, and a change of it is 400 with `details.candidate_id`, the survivor's. A candidate with more than " +
          `${CandidateMerge.maxMoved.limit} applications is merged into by others, and into none: 400 with \`details.limit\`, as is ` +
          `what gives the survivor more of anything than a candidate can have. A merge can be undone for ${CandidateMerge.undoDays} ` +
          "days."
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
        "Restores a merged candidate, with the applications, AI profiles, notes and attachments that moved and all that was added " +
          "to them since. The other candidate keeps what was added to itself, and loses the values and tags that it took, unless " +
          `they were changed since. For ${CandidateMerge.undoDays} days, and from the last merge into one candidate on: 400 ` +
          "otherwise."
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
        "Deletes the candidate permanently, with its AI profiles, its notes and attachments, and its applications on all jobs with " +
          "their notes, feedback, answers and attachments. All of it is erased from events and from the log of deliveries ten minutes later. The " +
          "events that say that something happened stay, without its content. " +
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
        "Export all that is kept of a candidate",
        "The candidate with its AI profiles, notes and attachments, its applications on all jobs with their notes, feedback, " +
          "answers and attachments, the prospects and candidates that became it, the histories of its applications, and the events " +
          "of all of these, as one document, and in `related` the names of the person's other candidates and prospects, which are " +
          `exported or read by themselves. Prospects, candidates, histories and events are at most ${maxExported} each, the newest ` +
          `ones, as far as the document has at most ${maxDocumentBytes} bytes without the contents of files; \`is_complete\` is ` +
          "false where some were left out. Each attachment has its `content` in base64, so that the document is as long as all " +
          "files together; with `files=false` none has. An export whose connection ends before the document does is not whole. An " +
          `organization has at most ${maxExportsOfOrganization} exports with contents under way, and a server ${maxExports}: beyond ` +
          `either, 429 with \`details.limit\`. Notes and applications that can have more than ${maxExportBytes} bytes are 400 with ` +
          "`details.limit` and `details.bytes`: read them one by one."
      )
    ),
    HttpApiEndpoint.get("applications", "/candidates/:candidateId/applications", {
      params: candidateParams,
      query: pageQuery,
      success: ApplicationsPage,
      error: resourceErrors
    }).annotateMerge(
      documented("List the applications of a candidate", "Newest first, of all jobs and with any status.")
    )
  )
  .annotate(OpenApi.Description, "People who can apply for jobs, with their contact data and experience.")
{}
