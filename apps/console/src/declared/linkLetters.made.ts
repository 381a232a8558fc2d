/** The letters with scheduling links, in each language. Evaluated at build time, as fields.made.ts is. */
import { linkLetters } from "@candor/domain/mail/FirstTemplates"

export const letters = linkLetters
