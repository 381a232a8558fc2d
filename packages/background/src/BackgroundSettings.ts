/** Everything that the environment decides of background work, for the check before a program begins. */
import type { Config } from "effect"
import { address } from "./profile/Enrichment.ts"
import * as OpenAiSettings from "./profile/OpenAiSettings.ts"
import * as WebhookSettings from "./webhook/WebhookSettings.ts"

export const settings: ReadonlyArray<Config.Config<unknown>> = [
  ...OpenAiSettings.settings,
  ...WebhookSettings.settings,
  address
]
