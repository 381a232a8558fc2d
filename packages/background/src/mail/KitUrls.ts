/** URLs of interview kits, with which interviewers read the résumé and fill in their scorecard without signing in. */
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect } from "effect"
import { type ReferredKit, References } from "../submission/References.ts"

/** Makes the function that returns the URL of a kit; null if the server's public URL is not set. */
export const make = Effect.zipWith(
  References,
  MailTransport,
  (references, { publicUrl }) => (kit: ReferredKit) =>
    publicUrl === null
      ? Effect.succeed(null)
      : Effect.map(references.formatKit(kit), (reference) => new URL(`/interviews/${reference}`, publicUrl).href)
)
