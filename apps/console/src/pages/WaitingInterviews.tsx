/**
 * Interviews that wait for an action: invitations, proposed times, interviewers who declined; and withdrawn
 * applications.
 */
import type { DeclinedInterview, ProposedTimes, WaitingInvitation, WithdrawnApplication } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../api/Client.ts"
import { useMemberNames } from "../api/memberNames.ts"
import { reloadChanged } from "../api/store.ts"
import { Rich, t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Ago, exactTime } from "../parts/Time.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { Answers } from "./interview/Answers.tsx"
import { WaitingRow as Row } from "./WaitingRow.tsx"

export const Invited = (
  { invitation: { application: { candidate, job }, interview: { id, starts_at, title } } }: {
    readonly invitation: WaitingInvitation
  }
) => (
  <Row
    person={candidate}
    link={<Link to="/interviews/$id" params={{ id }} className="row-link">{candidate.full_name}</Link>}
    job={job}
    about={t("{job}: {title}", { job: job.title, title })}
    side={
      <span className="row row-inner">
        {starts_at === null ? null : (
          <span className="hint">
            <Ago at={starts_at} />
          </span>
        )}
        <Answers id={id} name={candidate.full_name} present="needs_action" isShort />
      </span>
    }
  />
)

/** The linked page shows the proposed times, to accept or decline. */
export const Proposed = (
  {
    proposed: {
      application: { candidate, id, job },
      interview,
      member_id,
      proposed_at,
      scheduling_link_id,
      starts_at,
      words
    }
  }: {
    readonly proposed: ProposedTimes
  }
) => {
  const names = useMemberNames()
  return (
    <Row
      person={candidate}
      link={
        <Link to="/applications/$id" params={{ id }} hash={interview?.id ?? ""} className="row-link">
          {candidate.full_name}
        </Link>
      }
      job={job}
      about={t("{job}: {message}", {
        job: job.title,
        message: [starts_at === null ? null : exactTime(starts_at), words === null ? null : `“${words}”`].filter((
          one
        ) => one !== null).join(", ")
      })}
      side={
        <span className="row row-inner">
          <span className="hint">
            <Rich
              text="{name} proposed it {time}"
              values={{
                name: member_id === null ? candidate.full_name : names.get(member_id) ?? "…",
                time: <Ago at={proposed_at} />
              }}
            />
          </span>
          {scheduling_link_id === null ?
            null :
            <Done name={candidate.full_name} mark={() => candor.schedulingLinks.answer(scheduling_link_id)} />}
        </span>
      }
    />
  )
}

export const Withdrawn = (
  { withdrawn: { application: { candidate, id, job }, is_requested, withdrawn_at } }: {
    readonly withdrawn: WithdrawnApplication
  }
) => (
  <Row
    person={candidate}
    link={<Link to="/applications/$id" params={{ id }} className="row-link">{candidate.full_name}</Link>}
    job={job}
    about={job.title}
    side={
      <span className="row row-inner">
        <span className="hint">
          {is_requested
            ? <Rich text="asked to withdraw {time}" values={{ time: <Ago at={withdrawn_at} /> }} />
            : <Rich text="withdrew {time}" values={{ time: <Ago at={withdrawn_at} /> }} />}
        </span>
        {is_requested
          ? (
            <Done
              name={candidate.full_name}
              mark={() => candor.applications.handleWithdrawal(id, { is_done: true })}
              undo={() => candor.applications.handleWithdrawal(id, { is_done: false })}
            />
          )
          : null}
      </span>
    }
  />
)

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
  { declined: { application: { candidate, id, job }, declined_by, interview } }: {
    readonly declined: DeclinedInterview
  }
) => {
  const names = useMemberNames()
  const { user } = useSession()
  return (
    <Row
      person={candidate}
      link={
        <Link to="/applications/$id" params={{ id }} hash={interview.id} className="row-link">
          {candidate.full_name}
        </Link>
      }
      job={job}
      about={t("{job}: {title}", { job: job.title, title: interview.title })}
      side={
        <span className="hint">
          {declined_by.every((member) => member === user.id)
            ? t("You declined")
            : t("{names} declined", { names: declined_by.map((member) => names.get(member) ?? "…").join(", ") })}
          {interview.starts_at === null ? null : (
            <>
              {" · "}
              <Rich text="interview {time}" values={{ time: <Ago at={interview.starts_at} /> }} />
            </>
          )}
        </span>
      }
    />
  )
}
