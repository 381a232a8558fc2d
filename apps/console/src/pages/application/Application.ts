/** The types of an application and its parts, as the API returns them. */
import type { ApplicationDetail } from "@candor/client"

export type Application = ApplicationDetail

/** What a part of the page needs; `onChange` reloads the application. */
export interface PartOfApplication {
  readonly application: Application
  readonly onChange: () => void
}
