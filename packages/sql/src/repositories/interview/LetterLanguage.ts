/** The language of letters about a job. */
import { SpokenLanguage } from "@candor/domain/SpokenLanguage"

/** An expression: the language of a job `j` if Candor speaks it, else that of its organization `o`. */
export const letterLanguage = `CASE WHEN lower(left(j.language, 2)) IN (${
  SpokenLanguage.literals.map((language) => `'${language}'`).join(", ")
}) THEN j.language ELSE o.language END`
