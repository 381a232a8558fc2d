/** A filter of applications by a verdict. It is used only on request. */
import { Schema, SchemaTransformation } from "effect"
import { described } from "../Described.ts"
import * as example from "../Example.ts"
import { CriterionId, isUuid } from "../Id.ts"
import { Verdict } from "./Assessment.ts"
import { because } from "../IssueReason.ts"

/** A criterion and a verdict. */
export const CriterionFilter = Schema.Struct({ criterion_id: CriterionId, verdict: Verdict })
export interface CriterionFilter extends Schema.Schema.Type<typeof CriterionFilter> {}

const verdicts: ReadonlyArray<string> = Verdict.literals

const written = Schema.makeFilter<string>(
  (text) => {
    const [id = "", verdict = "", ...more] = text.split(":")
    return isUuid(id) && verdicts.includes(verdict) && more.length === 0
  },
  {
    expected: `the id of a criterion and a verdict, as ${example.id.criterion}:meets`,
    ...because("wrong_form"),
    toJsonSchema: () => ({ pattern: `^[0-9a-fA-F-]{36}:(${verdicts.join("|")})$` })
  }
)

/** The filter in a query: `ID:meets`. */
export const CriterionFilterFromText = Schema.String.check(written).pipe(
  Schema.decodeTo(
    CriterionFilter,
    SchemaTransformation.transform({
      decode: (text: string): { readonly criterion_id: string; readonly verdict: Verdict } => {
        const [criterion_id = "", given] = text.split(":")
        return { criterion_id, verdict: Verdict.literals.find((verdict) => verdict === given) ?? "not_answered" }
      },
      encode: ({ criterion_id, verdict }: { readonly criterion_id: string; readonly verdict: Verdict }) =>
        `${criterion_id}:${verdict}`
    })
  ),
  described(
    "Only applications with this verdict on any criterion of their job, unless a person overruled it",
    `${example.id.criterion}:meets`
  )
)
