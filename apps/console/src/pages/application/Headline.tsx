/** The person's job, employer and location, as far as the newest profile has them. */
import { textIn } from "../../api/textIn.ts"
import type { Application } from "./Application.ts"

export const Headline = ({ application: { ai_profiles } }: { readonly application: Application }) => {
  const { extracted_json: facts } = ai_profiles.find(({ is_current }) => is_current) ?? ai_profiles[0] ?? {}
  const known = ["headline", "current_company", "location"].map((name) => textIn(facts, name)).filter((text) => text)
  return known.length === 0 ? null : <strong className="headline">{known.join(" · ")}</strong>
}
