/** The list of members that a field suggests while a person types a name after an @. */
import { type KeyboardEvent, type RefObject, useState } from "react"
import { useMemberLabels, useMembers } from "../../api/memberNames.ts"
import { matches } from "../../parts/matches.ts"
import { useSession } from "../../session/CurrentSession.tsx"
import { type Audience, seesNote } from "../../session/rights.ts"
import { begunName } from "./mentionText.ts"

/** The maximum number of suggested members. */
const maxOffered = 6

interface Offered {
  readonly id: string
  readonly label: string
  readonly isInTeam: boolean
  /** Whether the member cannot see the note. */
  readonly isBlind: boolean
}

export interface MentionList {
  readonly offered: ReadonlyArray<Offered>
  /** The suggestion that Enter picks. */
  readonly active: Offered | undefined
  /** Reads the text before the caret. */
  readonly look: () => void
  readonly close: () => void
  readonly press: (event: KeyboardEvent) => void
  /** Replaces the begun name with the member's. */
  readonly take: (one: Offered) => void
}

/** The team is suggested first, members who cannot see the note last. */
const rank = ({ isBlind, isInTeam }: Offered): number => isInTeam ? 0 : isBlind ? 2 : 1

/** `audience` is undefined if it is unknown who sees the note. `onTaken` is called after the field has the name. */
export const useMentionList = (
  field: RefObject<HTMLTextAreaElement | null>,
  audience: Audience | undefined,
  onTaken: (text: string) => void
): MentionList => {
  const { user } = useSession()
  const labels = useMemberLabels()
  const members = useMembers() ?? []
  const [begun, setBegun] = useState<string>()
  const [place, setPlace] = useState(0)
  const isWritten = begun?.endsWith(" ") === true && [...labels.values()].includes(begun.trimEnd())
  const offered = begun === undefined || isWritten ? [] : members
    .filter(({ id, status }) => status === "active" && id !== user.id && matches(begun.trim())(labels.get(id)!))
    .map((member): Offered => ({
      id: member.id,
      label: labels.get(member.id)!,
      isInTeam: audience?.team.has(member.id) === true,
      isBlind: audience !== undefined && !seesNote(member, audience)
    }))
    .toSorted((one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label))
    .slice(0, maxOffered)
  const active = offered[place % offered.length]
  const close = () => setBegun(undefined)
  const look = () => {
    const { current } = field
    const name = current === null ? undefined : begunName(current.value.slice(0, current.selectionStart))
    if (name !== begun) setPlace(0)
    setBegun(name)
  }
  const take = ({ label }: Offered) => {
    const { current } = field
    if (current === null || begun === undefined) return
    current.setRangeText(`@${label} `, current.selectionStart - begun.length - 1, current.selectionStart, "end")
    current.focus()
    close()
    onTaken(current.value)
  }
  const press = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, key, metaKey, shiftKey } = event
    if (active === undefined || altKey || ctrlKey || metaKey || shiftKey) return
    if (key === "ArrowDown") setPlace((place + 1) % offered.length)
    else if (key === "ArrowUp") setPlace((place + offered.length - 1) % offered.length)
    else if (key === "Enter" || key === "Tab") take(active)
    else if (key === "Escape") close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { offered, active, look, close, press, take }
}
