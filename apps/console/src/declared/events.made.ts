/** The texts of events in the declarations of nouns. Evaluated at build time, as fields.made.ts is. */
import * as Labels from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"

export const eventNames = Labels.eventNames(nouns)

export const news = Labels.newsOf(nouns)
