/** A submission in a panel beside the quarantine: what the person sent, unchanged, and the actions on it. */
import type { Submission } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { SentFiles } from "../../file/SentFiles.tsx"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { Panel } from "../../parts/Panel.tsx"
import { spelled } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { Answer } from "../application/Answer.tsx"
import { SignalsOfHeld } from "../signal/SignalList.tsx"
import { JobTitle } from "../job/JobTitle.tsx"
import { ClosedHint, useIsClosed } from "./ClosedJob.tsx"
import { reasonsOf, reloadSubmissions } from "./quarantine.ts"
import { sourceFacts } from "./sourceFacts.tsx"

interface Props {
  readonly id: string
  readonly onClose: () => void
  /** Is called when the submission needs no further action. */
  readonly onDone: () => void
}

export const SubmissionPanel = ({ id, onClose, onDone }: Props) => {
  const loaded = useLoaded(
    ["submission", id],
    async (signal) => (await candor.submissions.get(id, { signal })).submission
  )
  return (
    <Panel id={id} heading={loaded.value?.full_name ?? t("Application")} onClose={onClose}>
      <Show of={loaded}>
        {(submission) => (
          <div className="stack">
            {submission.state === "quarantined"
              ? <Decision key={id} submission={submission} onDone={onDone} />
              : <Outcome submission={submission} />}
            <Content submission={submission} />
          </div>
        )}
      </Show>
    </Panel>
  )
}

const Decision = ({ onDone, submission }: { readonly submission: Submission } & Pick<Props, "onDone">) => {
  const { full_name, id, job_id } = submission
  const isClosed = useIsClosed(job_id)
  const mayWrite = useMay("write")
  const tell = useNotice()
  const deletion = useDeletion()
  const release = useAction(async () => {
    try {
      await candor.submissions.release(id)
    } finally {
      // If somebody else has decided first, shows the outcome.
      await reloadSubmissions()
    }
    tell(t("{name}'s application was released and will appear within seconds.", { name: full_name }))
    onDone()
  })
  const remove = () => {
    deletion({
      id,
      what: t("Application of {name}", { name: full_name }),
      send: () => candor.submissions.delete(id),
      onDeleted: () => void reloadSubmissions()
    })
    onDone()
  }
  return (
    <>
      <ul className="sent">{reasonsOf(submission).map((reason) => <li key={reason}>{reason}</li>)}</ul>
      <SignalsOfHeld id={id} />
      <ClosedHint id={job_id} />
      {mayWrite
        ? (
          <div className="buttons">
            {isClosed
              ? null
              : (
                <ConfirmButton
                  look="plain"
                  label={t("Release")}
                  question={t("Release?")}
                  pending={release.pending}
                  onConfirm={() => void release.run()}
                >
                  {t("Release")}
                </ConfirmButton>
              )}
            <Button look="quiet" onClick={remove}>{t("Delete")}</Button>
          </div>
        )
        : null}
      <Problem text={release.error} />
    </>
  )
}

/** The outcome of a submission that no longer waits. */
const Outcome = ({ submission: { application_id } }: { readonly submission: Submission }) => (
  <p>
    {application_id === null
      ? t("The application was released and will appear within seconds.")
      : (
        <Rich
          text="The application was released: {link}"
          values={{ link: <Link to="/applications/$id" params={{ id: application_id }}>{t("open it")}</Link> }}
        />
      )}
  </p>
)

/** Formats an answer: a text, a number, yes or no, or a list. */
const answered = (answer: unknown): string =>
  answer === null || answer === undefined
    ? ""
    : Array.isArray(answer)
    ? answer.map(answered).join(", ")
    : typeof answer === "boolean"
    ? spelled(answer ? "yes" : "no")
    : String(answer)

const Content = ({ submission }: { readonly submission: Submission }) => {
  const {
    answers,
    cover_letter,
    created_at,
    files,
    form: { questions },
    job_id,
    linkedin_url,
    phone,
    primary_email,
    website_url
  } = submission
  const given = questions.map(({ id, label, type }) => ({ id, label, type, answer: answered(answers[id]) })).filter((
    { answer }
  ) => answer !== "")
  return (
    <div className="stack">
      <Facts
        facts={[
          [t("Job"), <JobTitle key="job" id={job_id} isLink />],
          [t("Sent"), <Ago key="sent" at={created_at} />],
          [t("Email"), primary_email],
          [t("Phone"), phone],
          ["LinkedIn", linkedin_url],
          [t("Website"), website_url],
          ...sourceFacts(submission)
        ]}
      />
      {cover_letter === null ? null : (
        <section>
          <h3>{t("Cover letter")}</h3>
          <p className="prose">{cover_letter}</p>
        </section>
      )}
      {given.length === 0 ? null : (
        <section className="stack">
          <h3>{t("Answers")}</h3>
          <dl className="answers">
            {given.map(({ answer, id, label, type }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd className="prose">
                  <Answer text={answer} type={type} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {files.length === 0 ? null : (
        <section>
          <h3>{t("Files")}</h3>
          <SentFiles
            files={submission.files}
            owner={{ id: submission.id, operations: candor.submissions }}
            purposeOf={({ field }) => submission.form.questions.find(({ id }) => id === field)?.label ?? spelled(field)}
          />
        </section>
      )}
    </div>
  )
}
