/** The letters that bring scheduling links, in each language. Made as fields.made.ts is. */
import { linkLetters } from "@candor/domain/mail/FirstTemplates"

export const letters = linkLetters
