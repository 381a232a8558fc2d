/**
 * The feedback form beside the files: the question on top, then a vote and the reasons. A draft stays on this device
 * until it is sent.
 */
import type { FeedbackRequest } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { pasteMarkdown } from "../../parts/pasteMarkdown.ts"
import { ratings } from "../../parts/ratings.ts"
import { Ago } from "../../parts/Time.tsx"
import { oneOf } from "../../router/search.ts"
import { useSession } from "../../session/CurrentSession.tsx"
import { type Draft, useDraft } from "../../session/useDraft.ts"
import type { PartOfApplication } from "./Application.ts"
import { reloadRequests, useRequests } from "./feedbackRequests.ts"

interface Props extends PartOfApplication {
  readonly onClose: () => void
}

export const GiveFeedback = ({ application, onChange, onClose }: Props) => {
  const [isSent, setSent] = useState(false)
  const sent = () => {
    setSent(true)
    onChange()
    // Sending feedback completes the request for it.
    reloadRequests()
  }
  return isSent
    ? <Thanks application={application} onClose={onClose} />
    : <FeedbackForm application={application} onSent={sent} onClose={onClose} />
}

/** Scrolls a part into view, and focuses its first field. */
const useEntered = (first: string) => {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: "start" })
    const field = part.current?.querySelector<HTMLElement>(first) ?? part.current
    field?.focus({ preventScroll: true })
  }, [first])
  return part
}

/** Returns the fields of a stored draft; empty if it cannot be read. */
const fieldsOf = ({ text }: Draft): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(text ?? "{}"))
  } catch {
    return {}
  }
}

interface FormProps extends Pick<Props, "application" | "onClose"> {
  readonly onSent: () => void
}

const FeedbackForm = ({ application: { candidate, id, interview_feedback, stage }, onClose, onSent }: FormProps) => {
  const part = useEntered("input")
  const { user } = useSession()
  const tell = useNotice()
  const requests = useRequests(id)
  const request = requests.value?.find(({ member }) => member.id === user.id)
  const given = interview_feedback.find(({ author }) => author.id === user.id)
  const draft = useDraft(`feedback:${id}`, undefined, localStorage)
  const [isBegun, setBegun] = useState(draft.text !== undefined)
  const [{ body, interview_type, rating }] = useState(() => fieldsOf(draft))
  const send = useAction(async (form: FormData) => {
    const voted = oneOf(ratings, textOf(form, "rating"))
    if (voted === undefined) return
    await candor.feedback.create(id, {
      interview_type: textOf(form, "interview_type"),
      rating: voted,
      body: textOf(form, "body")
    })
    draft.forget()
    onSent()
  })
  const cancel = () => {
    onClose()
    if (draft.read() !== undefined) tell(t("Draft saved"), { about: id })
  }
  const discard = () => {
    draft.forget()
    onClose()
  }
  return (
    <section
      ref={part}
      className="feedback-form"
      aria-label={t("Your feedback on {name}", { name: candidate.full_name })}
      tabIndex={-1}
    >
      <h2>{t("Your feedback on {name}", { name: candidate.full_name })}</h2>
      {request === undefined ? null : <Question request={request} />}
      {given === undefined ? null : (
        <p className="hint">
          <Rich
            text="You gave feedback {time}. This adds another one."
            values={{ time: <Ago at={given.submitted_at} /> }}
          />
        </p>
      )}
      <Form
        action={send}
        submit={t("Send feedback")}
        onCancel={cancel}
        onInput={({ currentTarget }) => {
          draft.keep(JSON.stringify(Object.fromEntries(new FormData(currentTarget))))
          setBegun(true)
        }}
      >
        <fieldset className="ratings">
          <legend>{t("Would you hire?")}</legend>
          {ratings.map(([value, name]) => (
            <label key={value} className={`rating ${value}`}>
              <input type="radio" name="rating" value={value} required defaultChecked={value === rating} />
              {t(name)}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={t("Comments")}
          name="body"
          required
          rows={6}
          onPaste={pasteMarkdown}
          help={t("Markdown works here. Ctrl+Enter sends it.")}
          defaultValue={typeof body === "string" ? body : ""}
        />
        <TextField
          label={t("Interview")}
          name="interview_type"
          required
          maxLength={100}
          defaultValue={typeof interview_type === "string" ? interview_type : stage.name}
        />
        {isBegun
          ? (
            <div className="row">
              <span className="hint">{t("Your draft is saved on this device.")}</span>
              <ConfirmButton label={t("Discard draft")} question={t("Discard?")} onConfirm={discard}>
                {t("Discard draft")}
              </ConfirmButton>
            </div>
          )
          : null}
      </Form>
    </section>
  )
}

const Question = ({ request: { author, message } }: { readonly request: FeedbackRequest }) => (
  <div className="question">
    <p className="hint">
      {message === null
        ? t("{name} asks for your feedback.", { name: author.full_name })
        : t("{name} asks", { name: author.full_name })}
    </p>
    {message === null ? null : <p className="prose">{message}</p>}
  </div>
)

/** The thanks after feedback was sent, with the next request if there is one. */
const Thanks = ({ application: { candidate, id }, onClose }: Pick<Props, "application" | "onClose">) => {
  const part = useEntered("h2")
  const { user } = useSession()
  const waiting = useLoaded(
    ["feedback_request", "mine"],
    (signal) => candor.feedbackRequests.list({ member_id: user.id, status: "asked", limit: 2 }, { signal })
  )
  const next = waiting.value?.feedback_requests.find(({ application }) => application.id !== id)?.application
  return (
    <section ref={part} className="feedback-form" aria-label={t("Thank you")}>
      <h2 tabIndex={-1}>{t("Thank you")}</h2>
      <p>{t("Your feedback on {name} was sent.", { name: candidate.full_name })}</p>
      <div className="buttons">
        {next === undefined
          ? null
          : (
            <Link
              to="/applications/$id"
              params={{ id: next.id }}
              search={{ open: "feedback" }}
              className="button primary"
            >
              {t("Next: {name}", { name: next.candidate.full_name })}
            </Link>
          )}
        <Button look={next === undefined ? "plain" : "quiet"} onClick={onClose}>{t("Close")}</Button>
      </div>
    </section>
  )
}
