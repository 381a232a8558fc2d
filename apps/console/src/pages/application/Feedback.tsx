/** Interview feedback on an application, and whom it is asked of. */
import type { FeedbackRequest } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useColleagues } from "../../api/memberNames.ts"
import { brought, queries } from "../../api/queries.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, Rich, t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { pasteMarkdown } from "../../parts/pasteMarkdown.ts"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMayDecide, useRightsOn } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import type { Application, PartOfApplication } from "./Application.ts"

const ratings = choicesOf<Application["interview_feedback"][number]["rating"]>({
  strong_yes: msg("Strong yes"),
  yes: msg("Yes"),
  mixed: msg("Mixed"),
  no: msg("No"),
  strong_no: msg("Strong no")
})

/** The buttons that give feedback, or ask for it. */
export const FeedbackButtons = ({ application: { id, job }, onChange }: PartOfApplication) => {
  const mayAsk = useMayDecide(job.id)
  const isLinked = useSearch({ strict: false, select: (search) => search.open === "feedback" })
  const navigate = useNavigate()
  const [chosen, setOpen] = useState<"give" | "ask">()
  const open = isLinked ? "give" : chosen
  const close = () => {
    setOpen(undefined)
    if (isLinked) void navigate({ to: ".", search: {}, replace: true, ignoreBlocker: true, resetScroll: false })
  }
  /** Feedback answers a request for it. */
  const given = () => {
    onChange()
    reloadRequests()
  }
  useCommands([
    ...(mayAsk ? [{ name: t("Ask for feedback"), icon: "members", run: () => setOpen("ask") } as const] : []),
    { name: t("Add interview feedback"), icon: "star", run: () => setOpen("give") }
  ])
  return (
    <div className="row">
      {mayAsk ? <Button look="quiet" onClick={() => setOpen("ask")}>{t("Ask a member")}</Button> : null}
      <Button look="quiet" onClick={() => setOpen("give")}>{t("Add feedback")}</Button>
      {open === "give" ? <AddFeedback id={id} onClose={close} onChange={given} /> : null}
      {open === "ask" ? <AskForFeedback id={id} jobId={job.id} onClose={close} onChange={reloadRequests} /> : null}
    </div>
  )
}

const reloadRequests = () => void queries.invalidateQueries({ queryKey: ["feedback_request"] })

/** Whose feedback is awaited. */
export const FeedbackRequests = ({ application: { id } }: Pick<PartOfApplication, "application">) => {
  const requests = useLoaded(["feedback_request", id], async (signal) =>
    (await candor.feedbackRequests.list({ application_id: id, status: "asked", limit: 100 }, { signal })).feedback_requests, brought)
  return (requests.value ?? []).map((request) => <OneRequest key={request.id} request={request} onChange={requests.reload} />)
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
      <div className="row"><h3>{member.full_name}</h3><Status of="asked" /></div>
      {message === null ? null : <p className="prose">{message}</p>}
      <div className="row">
        <span className="hint"><Rich text="asked by {name}, {time}" values={{ name: author.full_name, time: <Ago at={created_at} /> }} /></span>
        {mayWithdraw
          ? <ConfirmButton label={t("Withdraw the request to {name}", { name: member.full_name })} question={t("Withdraw?")} pending={withdraw.pending} onConfirm={() => withdraw.run()}>{t("Withdraw")}</ConfirmButton>
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
  const remove = () => deletion({ id: feedback.id, what: t("The feedback"), send: () => candor.feedback.delete(id, feedback.id), onDeleted: onChange })
  return (
    <li className="entry-item">
      <div className="row"><h3>{spelled(feedback.interview_type)}</h3><Status of={feedback.rating} /></div>
      <Markdown text={feedback.body} />
      <div className="row">
        <span className="hint">{feedback.author.full_name}, <Ago at={feedback.submitted_at} /></span>
        {mayDelete ? <Button look="quiet" aria-label={t("Delete the feedback {interview}", { interview: feedback.interview_type })} onClick={remove}>{t("Delete")}</Button> : null}
      </div>
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
    <Dialog title={t("Add interview feedback")} onClose={onClose}>
      <Form action={action} submit={t("Submit")}>
        <TextField label={t("Interview")} name="interview_type" required placeholder={t("Technical interview")} />
        <Select label={t("Would you hire?")} name="rating" defaultValue="yes" options={ratings.options} />
        <TextArea label={t("Why")} name="body" required rows={6} onPaste={pasteMarkdown} hint={t("In Markdown. Ctrl+Enter submits it.")} />
      </Form>
    </Dialog>
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
  const action = useAction(async (form: FormData) => {
    await candor.feedbackRequests.ask(id, { member_id: textOf(form, "member_id"), message: textOf(form, "message") })
    onChange()
    onClose()
  })
  return (
    <Dialog title={t("Ask for feedback")} onClose={onClose}>
      {colleagues?.length === 0
        ? <p>{t("Nobody else sees this application. Add somebody to the team of the job first.")}</p>
        : (
          <Form action={action} submit={t("Ask")}>
            <Select label={t("Whom")} name="member_id" required options={colleagues ?? []} />
            <TextArea label={t("What about")} name="message" rows={3} hint={t("Nothing is needed here.")} />
          </Form>
        )}
    </Dialog>
  )
}
