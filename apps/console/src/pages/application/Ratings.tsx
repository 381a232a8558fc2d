/** The team's ratings in a line: one for each who gave feedback, if the member may see the others'. */
import { t } from "../../language/text.tsx"
import { Status } from "../../parts/Status.tsx"
import type { Application } from "./Application.ts"
import { useOthersFeedback } from "./feedbackRequests.ts"

interface Props {
  readonly application: Application
  /** Whether the member is giving feedback. */
  readonly isGiving: boolean
}

export const Ratings = ({ application, isGiving }: Props) => {
  const { interview_feedback } = application
  const others = useOthersFeedback(application, isGiving)
  if (others !== "shown" || interview_feedback.length === 0) return null
  return (
    <ul className="ratings-line" aria-label={t("Ratings")}>
      {interview_feedback.map(({ author, id, interview_type, rating }) => (
        <li key={id} title={interview_type}>
          <Status of={rating} /> {author.full_name}
        </li>
      ))}
    </ul>
  )
}
