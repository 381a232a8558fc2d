/** What the team thinks, in a line: the rating of each who gave feedback. */
import { t } from "../../language/text.tsx"
import { Status } from "../../parts/Status.tsx"
import type { Application } from "./Application.ts"

export const Ratings = ({ application: { interview_feedback } }: { readonly application: Application }) =>
  interview_feedback.length === 0 ? null : (
    <ul className="ratings" aria-label={t("Ratings")}>
      {interview_feedback.map(({ author, id, interview_type, rating }) => <li key={id} title={interview_type}><Status of={rating} /> {author.full_name}</li>)}
    </ul>
  )
