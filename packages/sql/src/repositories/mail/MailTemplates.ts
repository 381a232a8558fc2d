/** Stored mail templates. */
import { mailTemplates } from "@candor/domain/mail/MailTemplate"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { storeLayer } from "../../statements/ResourceStore.ts"

export const layer = storeLayer(MailTemplates, mailTemplates)
