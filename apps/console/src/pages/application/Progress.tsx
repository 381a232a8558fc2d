/** What can be done with an application: moving, rejecting, withdrawing, hiring and reopening. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Application } from "./Application.ts"

interface Props {
  readonly application: Application
  readonly onChange: (application: Application) => void
}

const done = { hire: "Hired.", reopen: "The application is active again.", withdraw: "The application is withdrawn." }

export const Progress = ({ application, onChange }: Props) => {
  const { id, job, rejection_reason, stage, status } = application
  const [rejecting, setRejecting] = useState(false)
  const mayWrite = useMay("write")
  const tell = useNotice()
  const { value: stages = [stage] } = useLoaded(["job", job.id, "stages"], async (signal) =>
    (await candor.jobs.get(job.id, { signal })).job.stages)
  const change = useAction(async (name: keyof typeof done) => {
    const answer = await candor.applications[name](id)
    onChange(answer.application)
    tell(done[name])
  })
  const move = useAction(async (stage_id: string) => {
    const answer = await candor.applications.move(id, { stage_id })
    onChange(answer.application)
    tell(`Moved to ${answer.application.stage.name}.`)
  })
  if (!mayWrite) return null
  return (
    <section className="progress" aria-label="Progress">
      {status === "active"
        ? (
          <>
            <ol className="steps" aria-label="Stages">
              {stages.map((one) => (
                <li key={one.id}>
                  <button type="button" aria-current={one.id === stage.id ? "step" : undefined} onClick={() => move.run(one.id)}>{one.name}</button>
                </li>
              ))}
            </ol>
            <div className="buttons">
              <Button look="primary" pending={change.pending} onClick={() => change.run("hire")}>Hire</Button>
              <Button onClick={() => setRejecting(true)}>Reject</Button>
              <Button look="quiet" pending={change.pending} onClick={() => change.run("withdraw")}>Withdrawn by the candidate</Button>
            </div>
          </>
        )
        : (
          <div className="row">
            <p>{rejection_reason === null ? "The application is closed." : <>The reason was: <strong>{rejection_reason}</strong></>}</p>
            <Button pending={change.pending} onClick={() => change.run("reopen")}>Reopen</Button>
          </div>
        )}
      <Problem text={move.error ?? change.error} />
      {rejecting ? <Reject id={id} onClose={() => setRejecting(false)} onChange={onChange} /> : null}
    </section>
  )
}

const Reject = ({ id, onChange, onClose }: Pick<Props, "onChange"> & { readonly id: string; readonly onClose: () => void }) => {
  const reasons = useLoaded(["rejection_reason"], (signal) => candor.rejectionReasons.list({ signal }))
  const tell = useNotice()
  const action = useAction(async (form: FormData) => {
    const note = textOf(form, "note")
    const { application } = await candor.applications.reject(id, { reason: textOf(form, "reason"), ...(note === "" ? {} : { note }) })
    onChange(application)
    onClose()
    tell("The application is rejected.")
  })
  return (
    <Dialog title="Reject the application" onClose={onClose}>
      <Show of={reasons}>
        {({ rejection_reasons }) => (
          <Form action={action} submit="Reject" look="danger">
            <Select label="Reason" name="reason" required autoFocus options={rejection_reasons.map(({ name }) => [name, name])} />
            <TextArea label="Note" name="note" hint="For the team. The candidate gets nothing from Candor." />
          </Form>
        )}
      </Show>
    </Dialog>
  )
}
