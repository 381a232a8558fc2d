/**
 * Applications that arrive at a careers site. They are accepted once they are stored with their files, and become
 * applications of the organization afterwards.
 */
import { Forbidden, NotFound } from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import { invalidInput } from "@candor/contract/Issues"
import { idempotencyKey } from "@candor/contract/SafeWriting"
import type { Worker } from "@candor/domain/access/Actor"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import type { BoardState } from "@candor/domain/board/Board"
import type { Reasoned } from "@candor/domain/IssueReason"
import { accept, type Arrival, comparedText } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { maxText, type Problem, read, tooLong } from "@candor/domain/submission/SubmittedForm"
import { isTrapped, minText } from "@candor/domain/submission/Suspicion"
import * as Timestamp from "@candor/domain/Timestamp"
import { CurrentOrganization } from "@candor/sql/database/OrganizationShare"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { createHash } from "node:crypto"
import { networkOf, subscriberOf } from "../auth/ClientAddress.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { proofIn } from "./Challenges.ts"
import type { ReceivingSlot, ReceivingSlots } from "./ReceivingSlots.ts"
import { References } from "@candor/background/submission/References"
import { type OpenPosting, Sites } from "./Sites.ts"
import { type Arrived, type Body, discard, isForm, read as readBody } from "./SubmittedBody.ts"
import { languageOf } from "./Words.ts"

/** The actor that stores submissions, as named in events and in the audit log. */
const worker = "careers"

const noSuchJob = new NotFound({ error: { message: "There is no such job, or it takes no applications any more." } })

/** The same for an unknown board and for a closed one. */
export const noSuchBoard = new NotFound({ error: { message: "There is no such board." } })

const quarantineFull = (board: BoardState) =>
  new Forbidden({
    error: {
      message: "Too many applications are waiting for a check. Solve the challenge and send its solution as altcha.",
      details: { challenge: `/api/v1/boards/${board.slug}/challenge` }
    }
  })

/** Finds a job that takes applications. A closed board, and a job that is not open, look like ones that do not exist. */
export const find = Effect.fnUntraced(function*(boardSlug: string, jobSlug: string) {
  const sites = yield* Sites
  const site = yield* sites.find(boardSlug).pipe(Effect.mapError(() => noSuchJob))
  return yield* sites.posting(site, jobSlug).pipe(Effect.mapError(() => noSuchJob))
})

/** Fields that differ between two requests with the same application, so they are left out of its key. */
const passing = new Set(["altcha", "idempotency_key", "started_at"])

const digestOf = (...parts: ReadonlyArray<unknown>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/**
 * A digest of a client's key and of the request's content: a corrected form that a browser sends with the same key is
 * another submission.
 */
const keyOf = (
  { posting }: OpenPosting,
  request: HttpServerRequest.HttpServerRequest,
  { answers, digests, fields }: Body,
  byDefault: string
): string | null => {
  const given = request.headers[idempotencyKey.toLowerCase()] ?? fields["idempotency_key"]
  const key = typeof given === "string" ? given.trim() || byDefault : byDefault
  const content = Object.entries(fields).filter(([name]) => !passing.has(name))
  return key === "" ? null : digestOf(posting.id, key, content, answers, digests)
}

/**
 * Returns the time from the form to its submission: `started_at`, in milliseconds since the Unix epoch, is when the
 * form was made.
 */
const millisIn = (started: unknown, now: number): number | null => {
  const text = String(started ?? "")
  return /^\d{10,16}$/.test(text) ? now - Number(text) : null
}

/**
 * The key of a form without one, so that the same form sent twice is one submission. It includes the address and the
 * form's time: otherwise everybody who knows what a person sent would get their reference.
 */
const formKey = (address_key: string, { fields }: Body): string =>
  JSON.stringify(["form", address_key, fields["started_at"]])

const arrivalOf = Effect.fnUntraced(
  function*(applied: OpenPosting, request: HttpServerRequest.HttpServerRequest, body: Body, isPage: boolean) {
    const { form, posting, site: { board, organization } } = applied
    const { id: organization_id } = organization
    const { code } = yield* References
    const now = yield* Timestamp.now
    // A person who fills in a form is told of answers that are not understood; those of a program are stored.
    const language = isForm(request)
      ? languageOf(posting.language, request.headers["accept-language"], organization.language)
      : undefined
    const content = yield* Effect.fromResult(
      read({ form, consent_text: board.consent_text, consent_version: board.consent_version, language }, body, now)
    )
    const text = comparedText(content, minText)
    const { address } = yield* CurrentRequest
    const address_key = yield* code(organization_id, "address", subscriberOf(address()))
    const millis = yield* Clock.currentTimeMillis
    const proof = yield* proofIn(organization_id, body.fields["altcha"])
    const since = millisIn(body.fields["started_at"], millis)
    const arrival: Arrival = {
      job_id: posting.id,
      content,
      conduct: {
        honeypot: isTrapped(body.fields),
        millis: since
      },
      key: keyOf(applied, request, body, isPage ? formKey(address_key, body) : ""),
      address_key,
      text_key: text === null ? null : yield* code(organization_id, "text", text),
      proof: proof?.proof ?? null,
      // The page asks for its challenge at the first input. A form that is shown again gets another challenge, but
      // keeps the time of the first one.
      filling_seconds: proof === null
        ? null
        : Math.max(0, Math.floor(millis / 1000) - proof.given_at, Math.floor((since ?? 0) / 1000)),
      file_digests: body.digests,
      network_key: yield* code(organization_id, "network", networkOf(address()))
    }
    return arrival
  }
)

/** Why an application is not accepted, with the values that were sent. */
export interface Refused {
  readonly problems: ReadonlyArray<Problem>
  readonly values: Arrived["values"]
  /** Fields whose files have to be chosen again: a form cannot be shown with files. */
  readonly fileFields: Arrived["fileFields"]
}

const reasons = {
  ambiguous: { reason: "wrong_form" },
  empty: { reason: "required" },
  link: { reason: "wrong_content" },
  missing: { reason: "required" },
  not_understood: { reason: "wrong_form" },
  several: { reason: "too_many", values: { limit: 1 } },
  too_large: { reason: "too_long", values: { limit: maxFileBytes, unit: "bytes" } },
  too_long: { reason: "too_long", values: { limit: maxText, unit: "characters" } },
  wrong_kind: { reason: "wrong_content" }
} satisfies Record<Problem["reason"], Reasoned>

/** The error that names each field which keeps the form from being an application. */
export const refusal = ({ problems }: Pick<Refused, "problems">) =>
  invalidInput(
    problems.map(({ field, message, reason }) => ({ path: [field], message, ...reasons[reason] })),
    "Invalid body. "
  )

/**
 * Accepts an application and returns its reference, or fails with what is wrong. A page's form that is sent twice is
 * one submission even without a key.
 */
export const apply = Effect.fnUntraced(function*(
  applied: OpenPosting,
  request: HttpServerRequest.HttpServerRequest,
  slot: ReceivingSlot,
  { isPage = false } = {}
) {
  const { board, organization: { id: organization_id } } = applied.site
  const arrived: Arrived = { contents: new Set(), fileFields: new Set(), problems: [], values: {} }
  const others = (problems: ReadonlyArray<Problem>) =>
    problems.filter(({ field }) => arrived.problems.every((problem) => problem.field !== field))
  const refused = (problems: ReadonlyArray<Problem>): Refused => ({
    // A file's own problem says more than that the file is missing.
    problems: [...arrived.problems, ...others(problems)],
    values: arrived.values,
    fileFields: arrived.fileFields
  })
  const accepted = Effect.gen(function*() {
    const body = yield* readBody(organization_id, request, slot, arrived).pipe(
      Effect.catchTag("NotAnApplication", ({ problems }) => Effect.fail(refused(problems)))
    )
    if (isPage) arrived.problems.push(...others(tooLong(body)))
    const arrival = yield* arrivalOf(applied, request, body, isPage).pipe(
      Effect.mapError(({ problems }) => refused(problems))
    )
    if (arrived.problems.length > 0) return yield* Effect.fail(refused([]))
    const by: Worker = { organization_id, worker, request_id: (yield* CurrentRequest).id }
    const submission = yield* (yield* Submissions).receive(
      by,
      arrival,
      (circumstances, context) => accept(arrival, circumstances, context)
    ).pipe(
      Effect.mapError(() => quarantineFull(board))
    )
    // A submission that was sent before has its own files, so these are not needed.
    if (submission.files.every(({ id }) => !arrived.contents.has(id))) yield* discard(organization_id, arrived.contents)
    return submission.id
  })
  const id = yield* accepted.pipe(
    // Not after a defect: the row may be stored all the same.
    Effect.tapError(() => discard(organization_id, arrived.contents)),
    Effect.catchTag("LimitReached", (failure) => Effect.fail(toError(failure))),
    Effect.provideService(CurrentOrganization, organization_id)
  )
  return yield* (yield* References).format({ organization_id, id })
})

export type Services = Attachments | AttachmentStore | ReceivingSlots | References | Sites | Submissions
