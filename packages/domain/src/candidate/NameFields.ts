/** The names of a candidate. People give the given and family names: they are not guessed from the full name. */
import * as example from "../Example.ts"
import { addedLater, labelled, nullable, required, searchedAs, without } from "../Field.ts"
import { orNull, PersonLine, ShownLine } from "../Text.ts"

export const nameFields = {
  full_name: required(ShownLine, PersonLine, {
    description: "The name of the person",
    example: example.candidate.full_name,
    privacy: { replacedBy: "Anonymised candidate" }
  }).pipe(labelled("Full name", "Vollständiger Name", { spoken: ["name", "Name"] }), searchedAs("full_name")),
  given_name: nullable(ShownLine, orNull(PersonLine), {
    description: "The given name, which mails use as salutation; null if unknown: it is never guessed from `full_name`",
    example: example.candidate.given_name,
    privacy: { replacedBy: null }
  }).pipe(labelled("Given name", "Vorname"), searchedAs("given_name"), without("listed"), addedLater),
  family_name: nullable(ShownLine, orNull(PersonLine), {
    description: "The family name; null if unknown",
    example: example.candidate.family_name,
    privacy: { replacedBy: null }
  }).pipe(labelled("Family name", "Nachname"), searchedAs("family_name"), without("listed"), addedLater)
}
