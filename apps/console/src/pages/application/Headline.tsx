/** What the person does, for whom and where, as far as the newest profile knows. */
import type { Application } from "./Application.ts"

/** A text of what was found of a person; undefined where there is none. */
const textIn = (facts: Application["ai_profiles"][number]["extracted_json"] | undefined, name: string): string | undefined => {
  const value = facts?.[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

export const Headline = ({ application: { ai_profiles } }: { readonly application: Application }) => {
  const { extracted_json: facts } = ai_profiles.find(({ is_current }) => is_current) ?? ai_profiles[0] ?? {}
  const known = ["headline", "current_company", "location"].map((name) => textIn(facts, name)).filter((text) => text !== undefined)
  return known.length === 0 ? null : <strong className="headline">{known.join(" · ")}</strong>
}
