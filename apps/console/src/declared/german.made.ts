/** The German texts in the declarations of nouns. Evaluated at build time, as fields.made.ts is. */
import { germanTexts } from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"

export const texts = germanTexts(nouns)
