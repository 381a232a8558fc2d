/** Undoing a merge of candidates (decision 0042): what each of the two has afterwards. */
import { Result } from "effect"
import { type Decision, decided, type DecisionContext, differences } from "../Decision.ts"
import { idsMissingFrom } from "../ExternalId.ts"
import { absent } from "../Noun.ts"
import { type CandidateState, noun, withEmails } from "../candidate/Candidate.ts"
import {
  LaterMerge,
  MergePermanent,
  type Taken,
  type Undo,
  undoEnd,
  type UnmergeContext,
  type Unmerged
} from "./CandidateMerge.ts"
import { inOrder, missingFrom } from "../candidate/ContactDetails.ts"
import { isSameRequest } from "../candidate/ErasureRequest.ts"

/** Returns the survivor's lists without the items that it took. */
const listsGivenBack = (
  into: CandidateState,
  { email_addresses = [], external_ids = [], phone_numbers = [], tags }: Undo
): Taken => ({
  tags: into.tags.filter((tag) => !tags.includes(tag)),
  email_addresses: inOrder(missingFrom(email_addresses, into.email_addresses)),
  phone_numbers: inOrder(missingFrom(phone_numbers, into.phone_numbers)),
  external_ids: idsMissingFrom(external_ids, into.external_ids)
})

/** Returns the survivor's former values, for fields that still have the value from the merge. */
const restored = (into: CandidateState, { filled, survivor }: Undo): Partial<CandidateState> => {
  const { after, before } = survivor ?? { after: filled, before: { ...into, ...absent(noun) } }
  const changedSince = differences<CandidateState>(into, after)
  return Object.fromEntries(
    Object.keys(after).filter((field) => !(field in changedSince)).map((
      field
    ) => [field, before[field as keyof CandidateState]])
  )
}

/**
 * Returns both candidates' erasure requests after an undo. A request that the survivor took from the candidate, or that
 * came by an application that moves back, is the candidate's, with its present answer.
 */
const requestsOf = (
  { into: { erasure_request: present }, request_moves, undo }: UnmergeContext & { readonly undo: Undo }
) => {
  const [own = null, before = null] = [undo.candidate.erasure_request, undo.survivor?.before.erasure_request]
  const isCandidates = present !== null && !isSameRequest(present, before) &&
    (request_moves || isSameRequest(present, own))
  return isCandidates ? { candidate: present, into: before } : { candidate: own, into: present }
}

/**
 * Undoes a merge within `undoDays`: the candidate gets its former state and its moved records. The survivor gets its
 * former values, unless they were changed since, and keeps what was added to it. Merges into one survivor have to be
 * undone in reverse order.
 */
export const unmerge = (
  { undo, ...context }: UnmergeContext,
  { now }: DecisionContext
): Decision<Unmerged, MergePermanent | LaterMerge> => {
  const { id, into, latest_id, merged_at } = context
  if (undo === null || now > undoEnd(merged_at)) return Result.fail(new MergePermanent({ merged_at }))
  if (latest_id !== id) return Result.fail(new LaterMerge({ candidate_id: latest_id }))
  const requests = requestsOf({ ...context, undo })
  // Fields that an older version did not have are absent in the state that it stored.
  const candidate: CandidateState = {
    ...absent(noun),
    ...undo.candidate,
    erasure_request: requests.candidate,
    updated_at: now,
    version: undo.candidate.version + 1
  }
  const before: CandidateState = {
    ...into,
    ...listsGivenBack(into, undo),
    ...restored(into, undo),
    erasure_request: requests.into
  }
  const changes = differences<CandidateState>(into, { ...before, ...withEmails(before.email_addresses) })
  const after: CandidateState = { ...into, ...changes, updated_at: now, version: into.version + 1 }
  return decided(
    { candidate, into: after },
    noun.event("unmerged", { ...candidate, into: into.id }),
    ...(Object.keys(changes).length === 0 ? [] : [noun.event("updated", after)])
  )
}
