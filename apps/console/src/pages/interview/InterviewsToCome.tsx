/**
 * That an application which is closed, or about to be, has interviews to come: they stand until somebody cancels them.
 */
import { t } from "../../language/text.tsx"
import { useInterviews } from "./interviews.ts"

const toCome = new Set(["to_schedule", "invited", "scheduled"])

export const InterviewsToCome = ({ application }: { readonly application: string }) => {
  const { value: interviews = [] } = useInterviews(application)
  const n = interviews.filter(({ status }) => toCome.has(status)).length
  return n === 0 ? null : (
    <p className="hint warning">
      {t(
        "{n, plural, one {# interview is} other {# interviews are}} still to come, also once the application is closed. Cancel them, so that everyone is told.",
        { n }
      )}
    </p>
  )
}
