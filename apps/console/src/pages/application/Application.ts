/** The types of an application and its parts, as the API answers them. */
import type { AnswerOf } from "../../api/Contract.ts"

export type Application = AnswerOf<"Applications.get">["application"]

/** What a part of the page needs; `onChange` has the application loaded anew. */
export interface PartOfApplication {
  readonly application: Application
  readonly onChange: () => void
}
