/** Scorecard settings: fields that interviews, planned interviews and meetings of scheduling links share. */
import { Schema } from "effect"
import * as example from "../Example.ts"
import { addedLater, list, nullable } from "../Field.ts"
import { AttributeId, ScorecardTemplateId } from "../Id.ts"
import { maxAttributes } from "./ScorecardContent.ts"

const FocusDrafts = Schema.Array(AttributeId).check(
  Schema.isMaxLength(maxAttributes, { expected: `at most ${maxAttributes} attributes` }),
  Schema.isUnique()
)

export const asking = {
  scorecard_template_id: nullable(ScorecardTemplateId, Schema.NullOr(ScorecardTemplateId), {
    description: "The template of its interviewers' scorecards; null if they need not fill in any",
    example: example.id.scorecardTemplate,
    privacy: "kept"
  }).pipe(addedLater),
  focus_attribute_ids: list(Schema.Array(AttributeId), FocusDrafts, {
    description: "The attributes of the template that this interview focuses on; empty for all",
    example: [example.id.attribute],
    privacy: "kept"
  }).pipe(addedLater)
}
