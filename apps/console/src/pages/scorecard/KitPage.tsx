/** The interview kit: time and place, the candidate's files, and the scorecard beside them. */
import type { Interview } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { feedStaleTime, partStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import type { FileOwner } from "../../file/FileOwner.ts"
import { Files, useFiles } from "../../file/Files.tsx"
import { FileView } from "../../file/FileView.tsx"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Button } from "../../parts/Action.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import { Answers, ownAnswer } from "../interview/Answers.tsx"
import { useInterviews, whenOf } from "../interview/interviews.ts"
import { ScorecardForm } from "./ScorecardForm.tsx"
import { ScorecardShown } from "./ScorecardShown.tsx"
import { holds, reloadScorecards, useOwnScorecard, useSummary } from "./scorecards.ts"

export const KitPage = ({ id }: { readonly id: string }) => {
  const loaded = useLoaded(
    ["interview", "one", id],
    async (signal) => (await candor.interviews.get(id, { signal })).interview,
    feedStaleTime
  )
  const { value: interview } = loaded
  if (interview === undefined)
    return (
      <Page title={t("Interview")}>
        <Show of={loaded}>{() => null}</Show>
      </Page>
    )
  return <Kit interview={interview} />
}

type Shown = "papers" | "scorecard"

const tabs: ReadonlyArray<readonly [Shown, Marked]> = [["papers", msg("Résumé")], ["scorecard", msg("Scorecard")]]

const Kit = ({ interview }: { readonly interview: Interview }) => {
  const { application: { candidate, id: application, job }, title } = interview
  const [shown, setShown] = useState<Shown>("scorecard")
  const answer = ownAnswer(interview, useSession().user.id)
  return (
    <Page
      wide
      title={candidate.full_name}
      above={<Above to="/applications/$id" params={{ id: application }}>{t("Application")}</Above>}
      lead={t("{title}, {job}", { title, job: job.title })}
      actions={
        <Link to="/applications/$id/debrief" params={{ id: application }} className="button">{t("Debrief")}</Link>
      }
    >
      <Meeting interview={interview} />
      {answer === undefined ? null : <Answers id={interview.id} name={title} present={answer} />}
      <div className="kit-tabs">
        <Tabs label={t("Show")} tabs={tabs} value={shown} onChange={setShown} />
      </div>
      <div className={`kit ${shown}-first`}>
        <Papers application={application} jobId={job.id} />
        <OwnPart interview={interview} />
      </div>
    </Page>
  )
}

const Meeting = ({ interview }: { readonly interview: Interview }) => {
  const { interviewer_instructions, interviewers, link, location } = interview
  const names = useMemberNames()
  const facts = [
    [t("Time"), whenOf(interview) ?? t("No time yet")],
    [t("Location"), location],
    [t("Link"), link === null ? null : <a href={link} rel="noreferrer" target="_blank">{link}</a>],
    [t("Interviewers"), interviewers.map(({ member_id }) => names.get(member_id) ?? "…").join(", ")],
    [t("For interviewers"), interviewer_instructions],
    [t("Others cover"), <Others key="others" interview={interview} />]
  ] as const
  return <Facts facts={facts} />
}

/** The other interviews' titles and focus, without results. */
const Others = ({ interview: { application: { id: application }, id } }: { readonly interview: Interview }) => {
  const names = useMemberNames()
  const { value: summary } = useSummary(application)
  const { value: interviews = [] } = useInterviews(application)
  const others = interviews.filter((other) =>
    other.id !== id && !["cancelled", "no_show"].includes(other.status) && other.scorecard_template_id !== null
  )
  if (others.length === 0 || summary === undefined)
    return <span className="hint">{t("No other interviews with a scorecard")}</span>
  return (
    <ul className="plain-list">
      {others.map((other) => {
        const focus = summary.attributes.filter(({ focus_interview_ids }) => focus_interview_ids.includes(other.id))
          .map(({ name }) => name)
        const people = other.interviewers.map(({ member_id }) => names.get(member_id) ?? "…").join(", ")
        return (
          <li key={other.id}>
            {t("{title} ({people}): {focus}", {
              title: other.title,
              people,
              focus: focus.length === 0 ? t("everything") : focus.join(", ")
            })}
          </li>
        )
      })}
    </ul>
  )
}

const Papers = ({ application, jobId }: { readonly application: string; readonly jobId: string }) => {
  const owners: readonly [FileOwner] = [{ id: application, operations: candor.attachments }]
  const { files } = useFiles(owners)
  const [chosen, setChosen] = useState<string | null>()
  const first = files.find(({ file }) => file.file_type === "resume") ?? files[0]
  const opened = chosen === undefined ? first : files.find(({ file }) => file.id === chosen)
  const job = useLoaded(
    ["job", "one", jobId],
    async (signal) => (await candor.jobs.get(jobId, { signal })).job,
    partStaleTime
  )
  return (
    <div className="kit-papers">
      <Files
        mayAdd={false}
        owners={owners}
        opened={opened?.file.id}
        onOpen={({ file }) => setChosen(file.id === opened?.file.id ? null : file.id)}
      />
      {opened === undefined ? null : <FileView key={opened.file.id} {...opened} />}
      {job.value?.description_md == null ? null : (
        <details className="folded">
          <summary>{t("Job description")}</summary>
          <Markdown text={job.value.description_md} />
        </details>
      )}
    </div>
  )
}

/** The person's scorecard: a form, or its content after it was submitted. */
const OwnPart = ({ interview }: { readonly interview: Interview }) => {
  const { application, id, scorecard_template_id } = interview
  const { user } = useSession()
  const [edition, setEdition] = useState(0)
  return (
    <div className="kit-scorecard">
      {scorecard_template_id === null
        ? (
          <Part title={t("Scorecard")}>
            <Empty title={t("No scorecard for this interview")}>
              <p>{t("Edit the interview to choose a scorecard template.")}</p>
              <Link to="/applications/$id" params={{ id: application.id }} hash={id}>{t("Go to the interview")}</Link>
            </Empty>
          </Part>
        )
        : holds(interview, user.id)
        ? <Own key={`${id} ${edition}`} interview={interview} onChange={() => setEdition(edition + 1)} />
        : (
          <Part title={t("Scorecard")}>
            <p className="hint">
              {t("Only the interviewers fill in a scorecard. What they say appears in the debrief.")}
            </p>
          </Part>
        )}
    </div>
  )
}

const Own = ({ interview, onChange }: { readonly interview: Interview; readonly onChange: () => void }) => {
  const { application: { id: application }, focus_attribute_ids, id } = interview
  const opened = useOwnScorecard(id)
  const mayFill = useMay("comment")
  const [isEditing, setEditing] = useState(false)
  const tell = useNotice()
  const submitted = (said: string) => () => {
    reloadScorecards(application)
    tell(said, { about: id })
    onChange()
  }
  return (
    <Show of={opened}>
      {({ etag, value: scorecard }) => {
        if (scorecard === null)
          return (
            <Part title={t("Scorecard")}>
              <p className="hint">{t("No scorecard is asked of you.")}</p>
            </Part>
          )
        const isSubmitted = scorecard.status === "submitted" || scorecard.status === "revised"
        const isFilledIn = mayFill && (!isSubmitted || isEditing)
        return (
          <Part
            title={t("Your scorecard")}
            side={isSubmitted && mayFill && !isEditing
              ? (
                <Button
                  look="quiet"
                  onClick={() => setEditing(true)}
                >
                  {t("Edit")}
                </Button>
              )
              : null}
          >
            {isFilledIn
              ? (
                <ScorecardForm
                  interview={id}
                  opened={{ etag, value: scorecard }}
                  focus={new Set(focus_attribute_ids)}
                  onCancel={() => setEditing(false)}
                  onSubmitted={submitted(isSubmitted ? t("Scorecard saved") : t("Scorecard submitted"))}
                />
              )
              : <ScorecardShown scorecard={scorecard} />}
          </Part>
        )
      }}
    </Show>
  )
}
