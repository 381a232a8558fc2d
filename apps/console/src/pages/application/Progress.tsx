/** The actions on an application: move, reject, withdraw, hire, reopen, and write to the candidate. */
import type { Rejection } from "@candor/client"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, Problem, useAction } from "../../parts/Action.tsx"
import { appliedAgain } from "../../parts/appliedAgain.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { More } from "../../parts/More.tsx"
import { type Offer, useNotice } from "../../parts/Notice.tsx"
import { usePageKey } from "../../parts/usePageKey.ts"
import { useMayDecide } from "../../session/CurrentSession.tsx"
import { useDraft } from "../../session/useDraft.ts"
import { useCommands } from "../../shell/commands.ts"
import { cancelInterviewsToCome, interviewsToCome } from "../interview/interviews.ts"
import { CancelsInterviews } from "../interview/InterviewsToCome.tsx"
import { offerPlan } from "../plan/NextInterviews.tsx"
import type { Card } from "../job/loadBoard.ts"
import type { Application } from "./Application.ts"
import { AppliedAgain } from "./AppliedAgain.tsx"
import { explained, latestChange, takeBack } from "./changes.ts"
import { HireDialog } from "./HireDialog.tsx"
import { RejectDialog } from "./RejectDialog.tsx"

type Stage = Application["stage"]

const isHired = ({ type }: Stage): boolean => type === "hired"

/** Padding beside the steps, in pixels. */
const stepsPadding = 3

type Before =
  | Pick<Application, "candidate" | "id" | "stage_id" | "status">
  | Pick<Card, "candidate" | "id" | "stage_id" | "status">

/** Returns a function that shows a changed application, with an undo to the state `before`. */
const useChanged = (before: Before, onChange: (application: Application) => void) => {
  const tell = useNotice()
  const { id } = before
  /** Shows the changed application, and offers an undo. */
  const changed = (after: Application, text: string, undoMore = async (again: Application) => again): Offer => {
    onChange(after)
    const offer: Offer = {
      about: id,
      undo: async () => {
        onChange(await undoMore(await takeBack(before, after)))
      }
    }
    tell(text, offer)
    return offer
  }
  /** Reloads the application, and fails with the name of the person whose change prevented this one. */
  const explain = async (error: unknown): Promise<never> => {
    const text = await explained(id, error)
    const present = await candor.applications.get(id).catch(() => undefined)
    if (present !== undefined) onChange(present.application)
    throw new Error(text)
  }
  return { changed, explain }
}

interface Props {
  readonly application: Application
  readonly onChange: (application: Application) => void
  /** Undefined if the candidate cannot be written to. */
  readonly onWrite: (() => void) | undefined
  /** Is called after a rejection by this person, before it is shown. */
  readonly onRejected: (() => void) | undefined
}

export const Progress = ({ application, onChange, onRejected, onWrite }: Props) => {
  const { candidate, closed_at, id, job, rejection_reason, stage, status } = application
  const appliedAt = appliedAgain(application.applied_again_at, closed_at)
  const [open, setOpen] = useState<"reject" | "hire" | "withdraw" | Stage>()
  const mayDecide = useMayDecide(job.id)
  const tell = useNotice()
  const { value: { stages } = { stages: [stage] } } = useLoaded(
    ["job", job.id],
    async (signal) => (await candor.jobs.get(job.id, { signal })).job,
    feedStaleTime
  )
  const { changed, explain } = useChanged(application, onChange)
  const close = () => setOpen(undefined)
  const hire = async (to: Stage | undefined) => {
    const answer =
      await (to === undefined ? candor.applications.hire(id) : candor.applications.move(id, { stage_id: to.id })).catch(
        explain
      )
    changed(answer.application, t("{name} was hired.", { name: candidate.full_name }))
  }
  const withdraw = useAction(async (cancelsInterviews: boolean) => {
    const { application } = await candor.applications.withdraw(id).catch(explain)
    const canceled = await cancelIf(cancelsInterviews, id)
    changed(application, `${t("Application marked as withdrawn")}${canceled.problem}`, async (again) => {
      await canceled.back()
      return again
    })
  })
  const askOrWithdraw = useAction(async () => {
    if ((await interviewsToCome(id)).length === 0) await withdraw.run(false)
    else setOpen("withdraw")
  })
  const reopen = useAction(async () => {
    onChange((await candor.applications.reopen(id)).application)
    tell(t("Application reopened"), { about: id })
  })
  const move = useAction(async (to: Stage) => {
    if (to.id === stage.id) return
    const answer = await candor.applications.move(id, { stage_id: to.id }).catch(explain)
    const text = t("{name} moved to {stage}.", { name: candidate.full_name, stage: to.name })
    const offer = changed(answer.application, text)
    void offerPlan(answer.application, text, (text, more) => tell(text, { ...offer, more }))
  })
  const hiredStage = isHired(stage) ? undefined : stages.find(isHired)
  const isOpen = mayDecide && status === "active"
  usePageKey("r", isOpen ? () => setOpen("reject") : undefined)
  usePageKey("w", onWrite)
  useCommands(
    onWrite === undefined
      ? []
      : [{ name: t("Write email to {name}", { name: candidate.full_name }), icon: "mail", run: onWrite }]
  )
  useCommands(
    !mayDecide ? [] : isOpen
      ? [
        { name: t("Reject application"), icon: "close", run: () => setOpen("reject") },
        { name: t("Hire {name}", { name: candidate.full_name }), icon: "check", run: () => setOpen("hire") }
      ]
      : [{ name: t("Reopen application"), icon: "back", run: () => void reopen.run() }]
  )
  const next = stages[stages.findIndex(({ id }) => id === stage.id) + 1]
  const steps = useRef<HTMLOListElement>(null)
  // If not all steps fit, scrolls the next one into full view, and as much of the current one as fits.
  useEffect(() => {
    const { current } = steps
    const present = current?.querySelector<HTMLElement>("[aria-current]")
    if (!current || !present) return
    const following = current.querySelector<HTMLElement>(".next") ?? present
    const end = following.offsetLeft + following.offsetWidth - current.clientWidth + stepsPadding
    current.scrollLeft = Math.min(following.offsetLeft, Math.max(present.offsetLeft, end)) - current.offsetLeft
  }, [stage.id, stages.length])
  if (!mayDecide) return null
  const write = onWrite === undefined
    ? null
    : <Button aria-keyshortcuts="w" title={t("Write email (W)")} onClick={onWrite}>{t("Write email")}</Button>
  return (
    <section className="progress" aria-label={t("Progress")} tabIndex={-1}>
      {status === "active"
        ? (
          <>
            <ol ref={steps} className="steps" aria-label={t("Stages")}>
              {stages.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    className={one === next ? "next" : ""}
                    title={one === next ? t("Next stage") : undefined}
                    aria-current={one.id === stage.id ? "step" : undefined}
                    onClick={() => isHired(one) && one.id !== stage.id ? setOpen(one) : move.run(one)}
                  >
                    {one.name}
                  </button>
                </li>
              ))}
            </ol>
            <div className="buttons">
              <Button look={next === undefined ? "primary" : "plain"} onClick={() => setOpen("hire")}>
                {t("Hire")}
              </Button>
              <Button aria-keyshortcuts="r" title={t("Reject (R)")} onClick={() => setOpen("reject")}>
                {t("Reject")}
              </Button>
              {write}
              <More label={t("More actions")} actions={[[t("Mark as withdrawn"), () => void askOrWithdraw.run()]]} />
            </div>
          </>
        )
        : (
          <div className="row">
            <p>
              {appliedAt === null ? null : (
                <>
                  <AppliedAgain at={appliedAt} />
                  {" "}
                </>
              )}
              {rejection_reason === null
                ? t("The application is closed.")
                : <Rich text="Reason: {reason}" values={{ reason: <strong>{rejection_reason}</strong> }} />}
            </p>
            <span className="buttons">
              <Button
                look={appliedAt === null ? "plain" : "primary"}
                pending={reopen.pending}
                onClick={() => reopen.run()}
              >
                {t("Reopen")}
              </Button>
              {write}
            </span>
          </div>
        )}
      <Problem text={move.error ?? askOrWithdraw.error ?? withdraw.error ?? reopen.error} />
      {open === "reject"
        ? <RejectOne of={application} onChange={onChange} onClose={close} onRejected={onRejected} />
        : null}
      {open === "withdraw" ? <WithdrawDialog id={id} onWithdraw={withdraw.run} onClose={close} /> : null}
      {open === "hire"
        ? (
          <HireDialog
            name={candidate.full_name}
            stage={hiredStage?.name}
            onHire={() => hire(undefined)}
            onClose={close}
          />
        )
        : null}
      {typeof open === "object"
        ? <HireDialog name={candidate.full_name} stage={open.name} onHire={() => hire(open)} onClose={close} />
        : null}
    </section>
  )
}

/**
 * Cancels the upcoming interviews if requested. The application is already closed, so the text of a failure says that
 * too.
 */
const cancelIf = async (isWanted: boolean, id: string) => {
  const none = { problem: "", back: async () => {} }
  if (!isWanted) return none
  return cancelInterviewsToCome(id).then(
    (back) => ({ ...none, back }),
    () => ({ ...none, problem: ` ${t("The interviews couldn't be canceled.")}` })
  )
}

/** Asks whether to cancel the upcoming interviews when the application is withdrawn. */
const WithdrawDialog = (
  { id, onClose, onWithdraw }: {
    readonly id: string
    readonly onWithdraw: (cancelsInterviews: boolean) => Promise<unknown>
    readonly onClose: () => void
  }
) => {
  const action = useAction(async (form: FormData) => {
    onClose()
    await onWithdraw(form.has("cancels_interviews"))
  })
  return (
    <Dialog title={t("Mark as withdrawn")} onClose={onClose}>
      <Form action={action} submit={t("Mark as withdrawn")}>
        <CancelsInterviews application={id} />
      </Form>
    </Dialog>
  )
}

/** Says within an open dialog what a colleague has just changed: the dialog hides the page's own line about it. */
const ChangedMeanwhile = ({ id }: { readonly id: string }) => {
  const { value } = useLoaded(["application", id, "history", "latest"], () => latestChange(id))
  return value === undefined ? null : <p className="problem" role="alert">{value}</p>
}

interface RejectProps {
  readonly of: Before
  readonly onChange: (application: Application) => void
  readonly onClose: () => void
  readonly onRejected: (() => void) | undefined
}

/** Rejects one application, on its page or on a board. */
export const RejectOne = ({ of, onChange, onClose, onRejected }: RejectProps) => {
  const { candidate: { full_name: name }, id } = of
  const { changed, explain } = useChanged(of, onChange)
  const draft = useDraft(`rejection:${id}`)
  const [opened] = useState(of)
  const isChanged = of.stage_id !== opened.stage_id || of.status !== opened.status
  const reject = async (rejection: Rejection, cancelsInterviews: boolean) => {
    const { application } = await candor.applications.reject(id, rejection).catch(explain)
    draft.forget()
    // A dialog with a changed form would keep the next one from opening.
    flushSync(onClose)
    onRejected?.()
    const [note] = application.notes
    const canceled = await cancelIf(cancelsInterviews, id)
    changed(application, `${t("{name} was rejected.", { name })}${canceled.problem}`, async (again) => {
      await canceled.back()
      if (rejection.note === undefined || note === undefined) return again
      // The note is sent with the rejection; its text becomes the draft of the next one.
      draft.keep(rejection.note)
      await candor.notes.delete(id, note.id)
      return { ...again, notes: again.notes.filter((other) => other.id !== note.id) }
    })
  }
  return (
    <RejectDialog
      title={t("Reject {name}", { name })}
      of={[{ id, name }]}
      draft={draft.field}
      notice={isChanged ? <ChangedMeanwhile id={id} /> : null}
      onReject={reject}
      onClose={onClose}
    />
  )
}
