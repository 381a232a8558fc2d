/** One application: where it is, who applied, and what the team thinks. */
import { candor } from "../../api/Client.ts"
import { type LoadedValue, useLoaded } from "../../api/useLoaded.ts"
import { Above } from "../../parts/Above.tsx"
import { News } from "../../feed/News.tsx"
import { textIn } from "../../feed/reloadAfter.ts"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Day } from "../../parts/Time.tsx"
import { Profile } from "../candidate/Profile.tsx"
import { putCard } from "../job/loadBoard.ts"
import { TypeOfStage } from "../job/stageTypes.tsx"
import { Applicant } from "./Applicant.tsx"
import type { Application } from "./Application.ts"
import { Feedback } from "./Feedback.tsx"
import { Files } from "./Files.tsx"
import { History } from "./History.tsx"
import { Notes } from "./Notes.tsx"
import { Progress } from "./Progress.tsx"

export const ApplicationPage = ({ id }: { readonly id: string }) => {
  const loaded = useLoaded(["application", id], async (signal) => (await candor.applications.get(id, { signal })).application)
  const { value: application } = loaded
  if (application === undefined) return <Page title="Application"><Show of={loaded}>{() => null}</Show></Page>
  return <OneApplication application={application} loaded={loaded} />
}

const OneApplication = ({ application, loaded }: { readonly application: Application; readonly loaded: LoadedValue<Application> }) => {
  const { candidate, id, job, stage } = application
  const person = useLoaded(["candidate", candidate.id], async (signal) => (await candor.candidates.get(candidate.id, { signal })).candidate)
  // Nothing is added about a person who was anonymised.
  const isKnown = person.value?.anonymised_at === null
  const notesOwner = { id, operations: candor.notes }
  const replace = (changed: Application) => {
    loaded.replace(() => changed)
    putCard(changed)
  }
  return (
    <Page
      title={candidate.full_name}
      above={<Above to="/jobs/$id" params={{ id: job.id }}>{job.title}</Above>}
      lead={
        <>
          <Status of={application.status} /> <Badge>{stage.name}</Badge> (<TypeOfStage of={stage} />) {spelled(application.source_type)}, <Day at={application.created_at} />
        </>
      }
    >
      {loaded.error === undefined ? null : <Show of={loaded}>{() => null}</Show>}
      <News of={({ data, subject_id }) => [subject_id, textIn(data, "application_id")].includes(id) || subject_id === candidate.id} />
      <Progress application={application} onChange={replace} />
      <div className="two-columns">
        <div>
          <Notes mayAdd={isKnown} owner={notesOwner} shown={[{ owner: notesOwner, notes: application.notes }]} onChange={loaded.reload} />
          <Feedback mayAdd={isKnown} application={application} onChange={loaded.reload} />
          {application.application_answers.length === 0 ? null : (
            <Part title="Answers">
              <dl className="answers">
                {application.application_answers.map(({ answer_text, id, question_text }) => (
                  <div key={id}><dt>{question_text}</dt><dd>{answer_text}</dd></div>
                ))}
              </dl>
            </Part>
          )}
          <History application={application} />
        </div>
        <div>
          <Applicant application={application} />
          <Profile candidateId={candidate.id} linkedinUrl={isKnown ? candidate.linkedin_url : null} profiles={application.ai_profiles} onChange={loaded.reload} />
          <Files mayAdd={isKnown} owners={[{ id, operations: candor.attachments }]} />
        </div>
      </div>
    </Page>
  )
}
