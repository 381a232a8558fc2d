/** The text of API keys: `candor_` and the parts that SecretText.ts describes. */
import * as SecretText from "./SecretText.ts"

export type ParsedKey = SecretText.ParsedSecret

export const { format, parse } = SecretText.make("candor_")
