/** The interviewer's answer to an invitation: the chosen one is marked, and can be taken back. */
import type { Interview } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { ifUnchanged, instantIn, reloadInterviews, type responses } from "./interviews.ts"

type Response = NonNullable<ReturnType<typeof responses.of>>

const names = { accepted: () => t("Accept"), tentative: () => t("Maybe"), declined: () => t("Decline") }
const said = {
  accepted: () => t("Interview accepted"),
  tentative: () => t("Interview tentatively accepted"),
  declined: () => t("Interview declined")
}

interface Props {
  readonly id: string
  /** The name of the interview in the buttons' labels for screen readers. */
  readonly name: string
  readonly present: Response
  /** Whether to use short texts, for a narrow row. */
  readonly isShort?: boolean
}

const reload = () => {
  reloadInterviews()
  void reloadChanged(["waiting"])
}

export const Answers = ({ id, isShort = false, name, present }: Props) => {
  const tell = useNotice()
  const [isDeclining, setDeclining] = useState(false)
  const { user } = useSession()
  const respond = useAction(async (response: keyof typeof said, more: Declining = {}) => {
    const { interview: before } = await candor.interviews.get(id)
    const { interview: after } = await candor.interviews.respond(id, { response, ...more })
    reload()
    tell(said[response](), {
      about: id,
      undo: () =>
        ifUnchanged(
          after,
          (options) => candor.interviews.respond(id, { response: present, ...saidOf(before, user.id) }, options)
        ).then(reload)
    })
  })
  const shown = isShort ? ["accepted", "declined"] as const : ["accepted", "tentative", "declined"] as const
  return (
    <>
      <span className="responses" role="group" aria-label={t("Your response: {name}", { name })}>
        {shown.map((response) => (
          <Button
            key={response}
            look="quiet"
            pending={respond.pending}
            aria-pressed={present === response}
            onClick={() => response === "declined" ? setDeclining(true) : respond.run(response)}
          >
            {names[response]()}
          </Button>
        ))}
      </span>
      <Problem text={respond.error} />
      {isDeclining
        ? (
          <DeclineDialog
            id={id}
            onDecline={(more) => respond.run("declined", more)}
            onClose={() => setDeclining(false)}
          />
        )
        : null}
    </>
  )
}

/** Returns what a person wrote with their answer. */
const saidOf = ({ decline_reasons, proposals }: Interview, user: string): Declining => {
  const proposal = proposals.find(({ member_id }) => member_id === user)
  return {
    reason: decline_reasons.find(({ member_id }) => member_id === user)?.reason ?? proposal?.comment ?? null,
    proposed_start: proposal?.starts_at ?? null
  }
}

interface Declining {
  readonly reason?: string | null
  readonly proposed_start?: string | null
}

interface DeclineProps {
  readonly id: string
  readonly onDecline: (more: Declining) => Promise<boolean>
  readonly onClose: () => void
}

const DeclineDialog = ({ id, onClose, onDecline }: DeclineProps) => {
  const interview = useLoaded(
    ["interview", "one", id],
    async (signal) => (await candor.interviews.get(id, { signal })).interview
  )
  const action = useAction(async (form: FormData) => {
    const local = textOf(form, "proposed_start")
    const isDeclined = await onDecline({
      reason: textOf(form, "reason") || null,
      proposed_start: local === "" || interview.value === undefined ? null : instantIn(interview.value, local)
    })
    if (isDeclined) onClose()
  })
  return (
    <Dialog title={t("Decline this interview?")} onClose={onClose}>
      <Form action={action} submit={t("Decline")} look="danger">
        <TextArea
          label={t("Reason (optional)")}
          hint={t("The hiring team reads it. The candidate doesn't.")}
          name="reason"
          rows={2}
          maxLength={500}
        />
        {interview.value?.time_zone == null ? null : (
          <TextField
            label={t("Another time (optional)")}
            hint={t("Time zone: {zone}", { zone: interview.value.time_zone })}
            name="proposed_start"
            type="datetime-local"
          />
        )}
      </Form>
    </Dialog>
  )
}

/** Returns the person's own answer to an upcoming interview; undefined if they are not asked for one. */
export const ownAnswer = ({ interviewers, status }: Interview, user: string): Response | undefined =>
  ["complete", "cancelled", "no_show"].includes(status)
    ? undefined
    : interviewers.find(({ member_id }) => member_id === user)?.response
