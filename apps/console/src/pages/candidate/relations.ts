/** Texts for why two records may be of one person. */
import type { CandidateDuplicate, RelatedRecords } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"

type Reason = CandidateDuplicate["reasons"][number] | RelatedRecords["candidates"][number]["reasons"][number]

export const relations: { readonly [R in Reason]: Marked } = {
  linkedin_url: msg("the same LinkedIn URL"),
  email: msg("the same email address"),
  phone: msg("the same phone number"),
  name: msg("the same name"),
  name_and_university: msg("the same name and university"),
  conversion: msg("became this candidate")
}
