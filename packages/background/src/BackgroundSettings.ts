/** All settings of background work, for the check at the start of a program. */
import type { Config } from "effect"
import { address } from "./profile/Enrichment.ts"
import * as Providers from "@candor/connections/Providers"
import * as Secrets from "@candor/connections/Secrets"
import * as MailTransport from "@candor/mail/MailTransport"
import * as CalendarSettings from "./calendar/CalendarSettings.ts"
import * as Recognition from "./attachment/Recognition.ts"
import * as OpenAiSettings from "./profile/OpenAiSettings.ts"
import * as WebhookSettings from "./webhook/WebhookSettings.ts"

export const settings: ReadonlyArray<Config.Config<unknown>> = [
  ...CalendarSettings.settings,
  ...OpenAiSettings.settings,
  ...Recognition.settings,
  ...MailTransport.settings,
  ...Providers.settings,
  ...Secrets.settings,
  ...WebhookSettings.settings,
  address
]
