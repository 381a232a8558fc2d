/** The default mail templates, in each language. Evaluated at build time, as fields.made.ts is. */
import { firstTemplates } from "@candor/domain/mail/FirstTemplates"

export const templates = firstTemplates
