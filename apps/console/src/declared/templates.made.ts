/** The templates that an organization can begin with, in each language. Made as fields.made.ts is. */
import { firstTemplates } from "@candor/domain/mail/FirstTemplates"

export const templates = firstTemplates
