/** Times that the candidate or interviewers propose for an interview, to accept or decline. */
import { type Interview, responseOf } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { clocksOf, dayOf, offsetName, offsetOf, reloadInterviews } from "./interviews.ts"

type Proposal = Interview["proposals"][number]

interface Props {
  readonly interview: Interview
  readonly mayDecide: boolean
}

export const Proposals = ({ interview, mayDecide }: Props) =>
  interview.proposals.length === 0 ? null : (
    <ul className="stack">
      {interview.proposals.map((proposal) => (
        <One key={proposal.member_id ?? ""} interview={interview} mayDecide={mayDecide} proposal={proposal} />
      ))}
    </ul>
  )

const minutesOf = ({ ends_at, starts_at }: Proposal): number =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)

const One = ({ interview, mayDecide, proposal }: Props & { readonly proposal: Proposal }) => {
  const { id, time_zone } = interview
  const { comment, member_id, starts_at } = proposal
  const names = useMemberNames()
  const tell = useNotice()
  // In the interview's zone, at its present offset: the server returns the offset of the new time after the move.
  const offset = offsetOf(interview)
  /**
   * Decides on the present version: in the meantime the interview may have moved, or the proposal may have been
   * withdrawn or replaced.
   */
  const decide = async (send: (options: { readonly ifMatch: string | undefined }) => Promise<unknown>) => {
    const present = await candor.interviews.get(id)
    const isThere = present.interview.proposals.some((one) =>
      one.member_id === member_id && one.starts_at === starts_at && one.ends_at === proposal.ends_at
    )
    reloadInterviews()
    if (!isThere) throw new Error(t("This time isn't proposed anymore."))
    await send({ ifMatch: responseOf(present).etag })
    reloadInterviews()
  }
  const accept = useAction(async () => {
    await decide((options) =>
      candor.interviews.reschedule(id, {
        starts_at,
        time_zone: time_zone ?? "UTC",
        minutes: minutesOf(proposal),
        reason: comment
      }, options)
    )
    tell(t("Interview rescheduled"), { about: id })
  })
  const decline = useAction(() => decide((options) => candor.interviews.declineProposal(id, { member_id }, options)))
  return (
    <li>
      <p>
        {t("{name} proposes {day}, {clocks} ({offset})", {
          name: member_id === null ? interview.application.candidate.full_name : names.get(member_id) ?? "…",
          day: dayOf(Date.parse(starts_at) + offset),
          clocks: clocksOf({ ...interview, ...proposal }, offset),
          offset: offsetName(offset)
        })}
      </p>
      {comment === null ? null : <p className="hint">{comment}</p>}
      {mayDecide
        ? (
          <div className="buttons">
            <Button look="quiet" pending={accept.pending} onClick={() => accept.run()}>{t("Use this time")}</Button>
            <Button look="quiet" pending={decline.pending} onClick={() => decline.run()}>{t("Decline")}</Button>
          </div>
        )
        : null}
      <Problem text={accept.error ?? decline.error} />
    </li>
  )
}
