/** The port to mail templates. */
import { Context } from "effect"
import type { StoreOf } from "../Resource.ts"
import type { mailTemplates } from "./MailTemplate.ts"

export class MailTemplates
  extends Context.Service<MailTemplates, StoreOf<typeof mailTemplates>>()("@candor/domain/MailTemplates")
{}
