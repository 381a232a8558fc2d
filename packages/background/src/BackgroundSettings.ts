/** Everything that the environment decides of background work, for the check before a program begins. */
import type { Config } from "effect"
import { address } from "./Enrichment.ts"
import * as OpenAiSettings from "./OpenAiSettings.ts"
import * as WebhookSettings from "./WebhookSettings.ts"

export const settings: ReadonlyArray<Config.Config<unknown>> = [
  ...OpenAiSettings.settings,
  ...WebhookSettings.settings,
  address
]
