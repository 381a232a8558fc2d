/**
 * Warns that a closed application, or one about to be closed, still has upcoming interviews until somebody cancels
 * them.
 */
import { t } from "../../language/text.tsx"
import { Switch } from "../../parts/Fields.tsx"
import { isToCome, useInterviews } from "./interviews.ts"

const useCount = (application: string): number => {
  const { value: interviews = [] } = useInterviews(application)
  return interviews.filter(isToCome).length
}

/** A switch that cancels the upcoming interviews of the closed application: the form then has `cancels_interviews`. */
export const CancelsInterviews = ({ application }: { readonly application: string }) => {
  const n = useCount(application)
  return n === 0 ? null : (
    <Switch
      label={t("Cancel {n, plural, one {the interview} other {the # interviews}} to come", { n })}
      hint={t("Everyone who was invited is told by email.")}
      name="cancels_interviews"
      defaultChecked
    />
  )
}

export const InterviewsToCome = ({ application }: { readonly application: string }) => {
  const n = useCount(application)
  return n === 0 ? null : (
    <p className="hint warning">
      {t(
        "{n, plural, one {# interview is} other {# interviews are}} still to come, also once the application is closed. Cancel them, so that everyone is told.",
        { n }
      )}
    </p>
  )
}
