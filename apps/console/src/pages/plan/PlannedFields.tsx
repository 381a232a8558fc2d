/** The fields of a planned interview. */
import type { PlannedInterview } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { changesOf, expecting } from "../../api/changesOf.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { Show } from "../../parts/Page.tsx"
import { Interviewers } from "../interview/Interviewers.tsx"
import { noDay } from "../interview/useDay.ts"
import { joinTeam, kinds, type PossibleInterviewer, usePossibleInterviewers } from "../interview/interviews.ts"
import type { Job, Stage } from "../job/loadBoard.ts"
import { ScorecardFields } from "../scorecard/ScorecardFields.tsx"
import { HeldBy, PassOn, requiredOf } from "./HeldBy.tsx"
import { reloadPlans } from "./plan.ts"

interface Props {
  readonly job: Job
  readonly stage: Stage
  /** The planned interview to change. */
  readonly planned?: PlannedInterview
  readonly onSaved: () => void
}

export const PlannedFields = ({ planned, ...props }: Props) =>
  planned === undefined ? <WithMembers {...props} opened={nothing} /> : <Existing {...props} planned={planned} />

const Existing = ({ planned, ...props }: Props & { readonly planned: PlannedInterview }) => {
  const opened = useOpened(
    ["planned_interview", "opened", planned.id],
    (signal) => candor.plannedInterviews.get(props.job.id, planned.id, { signal }),
    (body) => body.planned_interview
  )
  return <Show of={opened}>{(opened) => <WithMembers {...props} opened={opened} />}</Show>
}

interface Editing extends Omit<Props, "planned"> {
  readonly opened: Opened<PlannedInterview | undefined>
}

const nothing = { value: undefined, etag: undefined }

const WithMembers = (props: Editing) => {
  const members = usePossibleInterviewers(props.job.id)
  return members === undefined ? <Loading /> : <Fields {...props} members={members} />
}

const Fields = (
  { job, members, onSaved, opened, stage }: Editing & { readonly members: ReadonlyArray<PossibleInterviewer> }
) => {
  const [{ etag, value: planned }] = useState(opened)
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(() => planned?.member_ids ?? [])
  const [required, setRequired] = useState(() => String(planned?.needed ?? "all"))
  const [asked, setAsked] = useState(() => ({
    template: planned?.scorecard_template_id ?? "",
    focus: planned?.focus_attribute_ids ?? []
  }))
  const action = useAction(async (form: FormData) => {
    const number = requiredOf({ chosen, required })
    const said = {
      title: textOf(form, "title"),
      kind: kinds.of(textOf(form, "kind")) ?? "other",
      minutes: Number(form.get("minutes")),
      member_ids: chosen,
      needed: number === chosen.length ? null : number,
      replaces_declined: form.has("replaces_declined"),
      location: textOf(form, "location") || null,
      link: textOf(form, "link") || null,
      candidate_instructions: textOf(form, "candidate_instructions") || null,
      interviewer_instructions: textOf(form, "interviewer_instructions") || null,
      scorecard_template_id: asked.template || null,
      focus_attribute_ids: asked.focus
    }
    await joinTeam(job.id, members, chosen)
    if (planned === undefined) await candor.plannedInterviews.create(job.id, { stage_id: stage.id, ...said })
    else {
      const changes = changesOf(said, planned)
      await candor.plannedInterviews.update(job.id, planned.id, changes, expecting(changes, etag))
    }
    await reloadPlans()
    onSaved()
  })
  return (
    <Form action={action} submit={t("Save")} className="interview-form">
      <div className="field-row">
        <TextField
          label={t("Title")}
          name="title"
          required
          maxLength={200}
          defaultValue={planned?.title ?? stage.name}
        />
        <Select label={t("Type")} name="kind" options={kinds.options} defaultValue={planned?.kind ?? "video"} />
        <TextField
          label={t("Minutes")}
          name="minutes"
          type="number"
          required
          min={5}
          max={720}
          step={5}
          defaultValue={planned?.minutes ?? 60}
        />
        <HeldBy chosen={chosen} required={required} onChange={setRequired} />
      </div>
      <Interviewers members={members} chosen={chosen} planned={undefined} day={noDay} onChange={setChosen} />
      <PassOn defaultChecked={planned?.replaces_declined ?? true} />
      <ScorecardFields {...asked} onChange={(template, focus) => setAsked({ template, focus })} />
      <TextField
        label={t("Location (optional)")}
        name="location"
        maxLength={500}
        defaultValue={planned?.location ?? ""}
      />
      <TextField
        label={t("Link to the call (optional)")}
        name="link"
        maxLength={2000}
        defaultValue={planned?.link ?? ""}
      />
      <TextArea
        label={t("Instructions for the candidate (optional)")}
        name="candidate_instructions"
        rows={2}
        maxLength={5000}
        defaultValue={planned?.candidate_instructions ?? ""}
      />
      <TextArea
        label={t("Notes for interviewers (optional)")}
        name="interviewer_instructions"
        rows={2}
        maxLength={5000}
        hint={t("The candidate never sees these.")}
        defaultValue={planned?.interviewer_instructions ?? ""}
      />
    </Form>
  )
}
