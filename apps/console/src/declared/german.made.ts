/** The German texts that stand beside what they name, in the declarations of nouns. Made as fields.made.ts is. */
import { germanTexts } from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"

export const texts = germanTexts(nouns)
