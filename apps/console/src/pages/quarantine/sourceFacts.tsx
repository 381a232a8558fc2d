/** The source of a submission, and the person's consents. */
import type { Submission } from "@candor/client"
import { t } from "../../language/text.tsx"
import type { Fact } from "../../parts/Facts.tsx"
import { spelled } from "../../parts/Status.tsx"
import { Day } from "../../parts/Time.tsx"

const Consent = (
  { consent: { given_at, text, version } }: { readonly consent: NonNullable<Submission["consent"]> }
) => (
  <>
    {text === null ? null : <>“{text}”{" "}</>}
    <span className="hint">
      {t("Version {version}", { version })}, <Day at={given_at} />
    </span>
  </>
)

export const sourceFacts = ({ consent, source, source_type }: Submission): ReadonlyArray<Fact> => [
  [t("Source"), spelled(source_type)],
  [t("Campaign"), source.utm_campaign],
  [t("Medium"), source.utm_medium],
  [t("Search term"), source.utm_term],
  [t("Link variant"), source.utm_content],
  [t("Referrer"), source.referrer],
  [t("Consent"), consent === null ? null : <Consent consent={consent} />]
]
