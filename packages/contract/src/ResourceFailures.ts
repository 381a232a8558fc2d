/** Maps each failure of resources and external ids to an API error. */
import type { ExternalIdTaken } from "@candor/domain/ExternalId"
import type { Reasoned } from "@candor/domain/IssueReason"
import { wordsOf } from "@candor/domain/Noun"
import type { NameTaken, ResourceInUse, ResourceNotFound, UnknownReference } from "@candor/domain/Resource"
import type { ParentRefused } from "@candor/domain/Tree"
import { type Details, InvalidRequest, NotFound, type Refusal } from "./Errors.ts"
import { invalidInput } from "./Issues.ts"

const invalid = (message: string, details: Details & { readonly reason?: Refusal }) =>
  new InvalidRequest({ error: { message, details: { ...details, reason: details.reason ?? "invalid_state" } } })

const parents = {
  unknown: () => "the id of another one of the organization, or null",
  below: () => "one that is not below this one",
  levels: (levels) => `a tree with at most ${levels} levels`
} satisfies Record<ParentRefused["reason"], (levels: number) => string>

const parentReasons = {
  unknown: () => ({ reason: "unknown_reference" }),
  below: () => ({ reason: "below_itself" }),
  levels: (limit) => ({ reason: "too_deep", values: { limit } })
} satisfies Record<ParentRefused["reason"], (levels: number) => Reasoned>

export const resourceErrors = {
  ResourceNotFound: ({ subject }: ResourceNotFound) =>
    new NotFound({ error: { message: `There is no ${wordsOf(subject)} with this id.` } }),
  NameTaken: ({ id, subject }: NameTaken) =>
    invalid("name: the organization already has one with this name.", {
      reason: "already_exists",
      [`${subject}_id`]: id
    }),
  ExternalIdTaken: ({ external_id: { id, system }, row_id, subject }: ExternalIdTaken) =>
    invalid(`external_ids: another ${wordsOf(subject)} has the id ${id} of ${system} already.`, {
      reason: "already_exists",
      ...(row_id === null ? {} : { [`${subject}_id`]: row_id })
    }),
  ResourceInUse: ({ subject, uses }: ResourceInUse) =>
    invalid(`The ${wordsOf(subject)} is in use (${uses.join(", ")}). Put another one in its place first.`, {
      subject,
      uses
    }),
  UnknownReference: ({ field, subject }: UnknownReference) =>
    invalidInput([{
      path: [field],
      message: `Expected the id of a ${wordsOf(subject)} of the organization`,
      reason: "unknown_reference"
    }]),
  ParentRefused: ({ levels, reason }: ParentRefused) =>
    invalidInput([{
      path: ["parent_id"],
      message: `Expected ${parents[reason](levels)}`,
      ...parentReasons[reason](levels)
    }])
}
