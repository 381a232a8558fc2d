/**
 * Interviews that wait for an action: invitations, proposed times, cancellations, interviewers who declined; and
 * withdrawn applications.
 */
import type {
  CancelledInterviews,
  DeclinedInterview,
  ProposedTimes,
  WaitingInvitation,
  WithdrawnApplication
} from "@candor/client"
import { candor } from "../api/Client.ts"
import { useMemberNames } from "../api/memberNames.ts"
import { reloadChanged } from "../api/store.ts"
import { quoted, Rich, t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Ago, exactTime } from "../parts/Time.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { Answers } from "./interview/Answers.tsx"
import { WaitingRow as Row } from "./WaitingRow.tsx"

export const Invited = (
  { invitation: { application, interview: { id, starts_at, title } } }: { readonly invitation: WaitingInvitation }
) => (
  <Row
    of={application}
    to={{ to: "/interviews/$id", params: { id } }}
    about={t("{job}: {title}", { job: application.job.title, title })}
    said={starts_at === null ? null : <Ago at={starts_at} />}
  >
    <Answers id={id} name={application.candidate.full_name} present="needs_action" isShort />
  </Row>
)

/** The linked page shows the proposed times, to accept or decline. */
export const Proposed = (
  { proposed: { application, interview, member_id, proposed_at, scheduling_link_id, starts_at, words } }: {
    readonly proposed: ProposedTimes
  }
) => {
  const { candidate: { full_name: name }, id, job } = application
  const names = useMemberNames()
  const said = [starts_at === null ? null : exactTime(starts_at), words === null ? null : quoted(words)]
  return (
    <Row
      of={application}
      to={{ to: "/applications/$id", params: { id }, hash: interview?.id ?? "" }}
      about={t("{job}: {message}", { job: job.title, message: said.filter((one) => one !== null).join(", ") })}
      said={
        <Rich
          text="{name} proposed it {time}"
          values={{ name: member_id === null ? name : names.get(member_id) ?? "…", time: <Ago at={proposed_at} /> }}
        />
      }
    >
      {scheduling_link_id === null
        ? null
        : <Done name={name} mark={() => candor.schedulingLinks.answer(scheduling_link_id)} />}
    </Row>
  )
}

/** The candidate can book again by the same link; if not, the recruiter schedules the interview. */
export const Cancelled = (
  { cancelled: { application, cancelled_at, interview, scheduling_link_id, words } }: {
    readonly cancelled: CancelledInterviews
  }
) => {
  const { candidate: { full_name: name }, id, job } = application
  return (
    <Row
      of={application}
      to={{ to: "/applications/$id", params: { id }, hash: interview.id }}
      about={words === null
        ? t("{job}: {title}", { job: job.title, title: interview.title })
        : t("{job}: {title}, {message}", { job: job.title, title: interview.title, message: quoted(words) })}
      said={<Rich text="{name} canceled it {time}" values={{ name, time: <Ago at={cancelled_at} /> }} />}
    >
      <Done name={name} mark={() => candor.schedulingLinks.answer(scheduling_link_id)} />
    </Row>
  )
}

export const Withdrawn = (
  { withdrawn: { application, is_requested, withdrawn_at } }: { readonly withdrawn: WithdrawnApplication }
) => {
  const { candidate, id, job } = application
  const time = <Ago at={withdrawn_at} />
  return (
    <Row
      of={application}
      to={{ to: "/applications/$id", params: { id } }}
      about={job.title}
      said={is_requested
        ? <Rich text="asked to withdraw {time}" values={{ time }} />
        : <Rich text="withdrew {time}" values={{ time }} />}
    >
      {is_requested
        ? (
          <Done
            name={candidate.full_name}
            mark={() => candor.applications.handleWithdrawal(id, { is_done: true })}
            undo={() => candor.applications.handleWithdrawal(id, { is_done: false })}
          />
        )
        : null}
    </Row>
  )
}

interface DoneProps {
  readonly name: string
  readonly mark: () => Promise<unknown>
  readonly undo?: () => Promise<unknown>
}

/** Removes an entry from the list. */
const Done = ({ mark, name, undo }: DoneProps) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const done = useAction(async () => {
    await mark()
    await reloadChanged(["waiting"])
    tell(
      t("Marked as done"),
      undo === undefined ? {} : { undo: () => undo().then(() => reloadChanged(["waiting"])) }
    )
  })
  return mayWrite
    ? (
      <>
        <Button
          look="quiet"
          pending={done.pending}
          aria-label={t("Mark as done: {name}", { name })}
          onClick={() => done.run()}
        >
          {t("Mark as done")}
        </Button>
        <Problem text={done.error} />
      </>
    )
    : null
}

/** The linked page suggests members who could hold the interview instead. */
export const Declined = (
  { declined: { application, declined_by, interview } }: { readonly declined: DeclinedInterview }
) => {
  const names = useMemberNames()
  const { user } = useSession()
  return (
    <Row
      of={application}
      to={{ to: "/applications/$id", params: { id: application.id }, hash: interview.id }}
      about={t("{job}: {title}", { job: application.job.title, title: interview.title })}
      said={
        <>
          {declined_by.every((member) => member === user.id)
            ? t("You declined")
            : t("{names} declined", { names: declined_by.map((member) => names.get(member) ?? "…").join(", ") })}
          {interview.starts_at === null ? null : (
            <>
              {" · "}
              <Rich text="interview {time}" values={{ time: <Ago at={interview.starts_at} /> }} />
            </>
          )}
        </>
      }
    />
  )
}
