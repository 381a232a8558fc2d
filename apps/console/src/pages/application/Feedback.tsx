/** Interview feedback on an application, and the members who are asked for it. */
import type { FeedbackRequest } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useColleagues } from "../../api/memberNames.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMayDecide, useRightsOn } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import type { Application, PartOfApplication } from "./Application.ts"
import { reloadRequests, useRequests } from "./feedbackRequests.ts"
import type { Giving } from "./useGiving.ts"

interface ButtonsProps extends Pick<PartOfApplication, "application"> {
  readonly giving: Giving
}

/** The buttons that give feedback, or ask for it. */
export const FeedbackButtons = ({ application: { id, job }, giving }: ButtonsProps) => {
  const mayAsk = useMayDecide(job.id)
  const [isAsking, setAsking] = useState(false)
  useCommands([
    ...(mayAsk ? [{ name: t("Request feedback"), icon: "members", run: () => setAsking(true) } as const] : []),
    { name: t("Add interview feedback"), icon: "star", run: giving.open }
  ])
  return (
    <div className="buttons">
      {mayAsk ? <Button look="quiet" onClick={() => setAsking(true)}>{t("Request feedback")}</Button> : null}
      <Button look="quiet" onClick={giving.open}>{t("Add feedback")}</Button>
      {isAsking
        ? <AskForFeedback id={id} jobId={job.id} onClose={() => setAsking(false)} onChange={reloadRequests} />
        : null}
    </div>
  )
}

/** Lists the members whose feedback is awaited. */
export const FeedbackRequests = ({ application: { id } }: Pick<PartOfApplication, "application">) => {
  const requests = useRequests(id)
  return (requests.value ?? []).map((request) => (
    <OneRequest key={request.id} request={request} onChange={requests.reload} />
  ))
}

const OneRequest = ({ onChange, request }: { readonly request: FeedbackRequest; readonly onChange: () => void }) => {
  const { application: { job }, author, created_at, id, member, message } = request
  const mayWithdraw = useMayDecide(job.id)
  const withdraw = useAction(async () => {
    await candor.feedbackRequests.withdraw(id)
    onChange()
  })
  return (
    <li className="entry-item">
      <div className="row">
        <h3>{member.full_name}</h3>
        <Status of="asked" />
      </div>
      {message === null ? null : <p className="prose">{message}</p>}
      <div className="row">
        <span className="hint">
          <Rich text="Requested by {name}, {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} />
        </span>
        {mayWithdraw
          ? (
            <ConfirmButton
              label={t("Withdraw request to {name}", { name: member.full_name })}
              question={t("Withdraw?")}
              pending={withdraw.pending}
              onConfirm={() => withdraw.run()}
            >
              {t("Withdraw")}
            </ConfirmButton>
          )
          : null}
      </div>
      <Problem text={withdraw.error} />
    </li>
  )
}

interface OneFeedbackProps {
  readonly id: string
  readonly feedback: Application["interview_feedback"][number]
  readonly onChange: () => void
}

export const OneFeedback = ({ feedback, id, onChange }: OneFeedbackProps) => {
  const { mayDelete } = useRightsOn(feedback)
  const deletion = useDeletion()
  const remove = () =>
    deletion({
      id: feedback.id,
      what: t("The feedback"),
      send: () => candor.feedback.delete(id, feedback.id),
      onDeleted: onChange
    })
  return (
    <li className="entry-item">
      <div className="row">
        <h3>{spelled(feedback.interview_type)}</h3>
        <Status of={feedback.rating} />
      </div>
      <Markdown text={feedback.body} />
      <div className="row">
        <span className="hint">
          {feedback.author.full_name}, <Ago at={feedback.submitted_at} />
        </span>
        {mayDelete
          ? (
            <Button
              look="quiet"
              aria-label={t("Delete feedback {interview}", { interview: feedback.interview_type })}
              onClick={remove}
            >
              {t("Delete")}
            </Button>
          )
          : null}
      </div>
    </li>
  )
}

interface AskProps {
  readonly id: string
  readonly jobId: string
  readonly onClose: () => void
  readonly onChange: () => void
}

const AskForFeedback = ({ id, jobId, onChange, onClose }: AskProps) => {
  const colleagues = useColleagues(jobId)
  const requests = useRequests(id).value ?? []
  const others = colleagues?.filter(([colleague]) => requests.every(({ member }) => member.id !== colleague))
  const action = useAction(async (form: FormData) => {
    const members = form.getAll("member_id").map(String)
    if (members.length === 0) throw new Error(t("Choose at least one colleague."))
    const message = textOf(form, "message")
    try {
      for (const member_id of members) await candor.feedbackRequests.ask(id, { member_id, message })
    } finally {
      onChange()
    }
    onClose()
  })
  return (
    <Dialog title={t("Request feedback")} onClose={onClose}>
      {colleagues?.length === 0
        ? <p>{t("No one else can see this application. Add a colleague to the hiring team first.")}</p>
        : others?.length === 0
        ? <p>{t("Everyone who can see this application was asked already.")}</p>
        : (
          <Form action={action} submit={t("Request feedback")}>
            <fieldset className="choice colleagues">
              <legend>{t("Colleagues")}</legend>
              {others?.map(([member, name]) => (
                <label key={member} className="check">
                  <input type="checkbox" name="member_id" value={member} />
                  {name}
                </label>
              ))}
            </fieldset>
            <TextArea label={t("Message (optional)")} name="message" rows={3} />
          </Form>
        )}
    </Dialog>
  )
}
