/** Interview feedback on an application. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay, useRightsOn } from "../../session/CurrentSession.tsx"
import type { Application, PartOfApplication } from "./Application.ts"

const ratings = choicesOf<Application["interview_feedback"][number]["rating"]>({
  strong_yes: "Strong yes",
  yes: "Yes",
  mixed: "Mixed",
  no: "No",
  strong_no: "Strong no"
})

export const Feedback = ({ application, onChange }: PartOfApplication) => {
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay("write")
  const { id, interview_feedback } = application
  return (
    <Part
      title="Interview feedback"
      side={mayWrite ? <Button look="quiet" onClick={() => setAdding(true)}>Add feedback</Button> : null}
    >
      {interview_feedback.length === 0 ? <p className="hint">There is no feedback yet.</p> : null}
      <ul className="entries">
        {interview_feedback.map((feedback) => <OneFeedback key={feedback.id} id={id} feedback={feedback} onChange={onChange} />)}
      </ul>
      {adding ? <AddFeedback id={id} onClose={() => setAdding(false)} onChange={onChange} /> : null}
    </Part>
  )
}

interface OneFeedbackProps {
  readonly id: string
  readonly feedback: Application["interview_feedback"][number]
  readonly onChange: () => void
}

const OneFeedback = ({ feedback, id, onChange }: OneFeedbackProps) => {
  const { mayDelete } = useRightsOn(feedback)
  const remove = useAction(async () => {
    await candor.feedback.delete(id, feedback.id)
    onChange()
  })
  return (
    <li className="entry-item">
      <div className="row"><h3>{spelled(feedback.interview_type)}</h3><Status of={feedback.rating} /></div>
      <p className="prose">{feedback.body}</p>
      <div className="row">
        <span className="hint">{feedback.author.full_name}, <Ago at={feedback.submitted_at} /></span>
        {mayDelete
          ? <ConfirmButton label={`Delete the feedback ${feedback.interview_type}`} question="Delete?" pending={remove.pending} onConfirm={() => remove.run()}>Delete</ConfirmButton>
          : null}
      </div>
      <Problem text={remove.error} />
    </li>
  )
}

const AddFeedback = ({ id, onChange, onClose }: { readonly id: string; readonly onClose: () => void; readonly onChange: () => void }) => {
  const action = useAction(async (form: FormData) => {
    await candor.feedback.create(id, {
      interview_type: textOf(form, "interview_type"),
      rating: ratings.of(textOf(form, "rating")) ?? "mixed",
      body: textOf(form, "body")
    })
    onChange()
    onClose()
  })
  return (
    <Dialog title="Add interview feedback" onClose={onClose}>
      <Form action={action} submit="Submit" onCancel={onClose}>
        <TextField label="Interview" name="interview_type" required placeholder="Technical interview" />
        <Select label="Would you hire?" name="rating" defaultValue="yes" options={ratings.options} />
        <TextArea label="Why" name="body" required rows={6} />
      </Form>
    </Dialog>
  )
}
