/** The checklist of a draft before publishing, each item with its state and a button that opens it. */
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useTeam } from "../../api/teams.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type Careers, useCareers } from "../careers/careers.ts"
import { hiddenBy } from "./hiddenBy.ts"
import type { Job } from "./loadBoard.ts"

interface Props {
  readonly job: Job
  readonly onDescribe: () => void
  readonly onTeam: () => void
  readonly onForm: () => void
  readonly onPosting: () => void
}

/** Returns whether candidates will see the job after it is published. */
const willBeSeen = (job: Job, careers: Careers) =>
  hiddenBy({ ...job, status: "published" }, careers, Date.now()).length === 0

export const Checklist = ({ job, onDescribe, onForm, onPosting, onTeam }: Props) => {
  const isAdmin = useMay("admin")
  const { value: team } = useTeam(job.id)
  const { value: careers } = useCareers()
  const { value: questions } = useLoaded(
    ["job_form", job.id, "count"],
    async (signal) => (await candor.jobForms.get(job.id, { signal })).form.questions.length
  )
  const colleagues = team?.length ?? 0
  const described = job.description_md !== null && job.description_md.trim() !== ""
  const seen = careers !== undefined && willBeSeen(job, careers)
  // Until all is known it keeps its place, so that the board below does not move from under the pointer.
  const isKnown = team !== undefined && questions !== undefined && careers !== undefined
  return (
    <section
      className="checklist"
      aria-label={t("Before publishing")}
      style={isKnown ? undefined : { visibility: "hidden" }}
    >
      <strong>{t("Before publishing")}</strong>
      <ol>
        <Step isDone={described} name={described ? t("Description") : t("Write the description")} onOpen={onDescribe} />
        <Step
          isDone={colleagues > 0}
          name={colleagues > 0
            ? t("{count, plural, one {# colleague} other {# colleagues}}", { count: colleagues })
            : t("Add colleagues")}
          onOpen={onTeam}
        />
        <Step
          isDone={questions !== undefined && questions > 0}
          name={questions !== undefined && questions > 0
            ? t("{count, plural, one {# question} other {# questions}}", { count: questions })
            : t("Ask questions (optional)")}
          onOpen={onForm}
        />
        {careers?.privacy_notice === null
          ? (
            <li>
              {isAdmin
                ? <Link to="/careers-site">{t("Write a privacy notice for the careers site")}</Link>
                : t("The careers site has no privacy notice. An administrator can write one.")}
            </li>
          )
          : null}
        <Step
          isDone={seen}
          name={seen ? t("Candidates will see it. Preview") : t("Candidates wouldn't see it. Find out why")}
          onOpen={onPosting}
        />
      </ol>
    </section>
  )
}

interface StepProps {
  readonly name: string
  readonly isDone: boolean
  readonly onOpen: () => void
}

const Step = ({ isDone, name, onOpen }: StepProps) => (
  <li className={isDone ? "done" : ""}>
    {isDone
      ? (
        <>
          <Icon name="check" />
          <span className="hidden">{t("Done:")}</span>
        </>
      )
      : null}
    <button type="button" className="link" onClick={onOpen}>{name}</button>
  </li>
)
