/** The session as a context of all pages. */
import { createContext, type ReactNode, useContext } from "react"
import { useTeam } from "../api/teams.ts"
import { t } from "../language/text.tsx"
import { mayDecide, mayDo, type Right } from "./rights.ts"
import type { Session } from "./Session.ts"

interface Current {
  readonly session: Session
  readonly onSignedOut: () => void
  /** Is called with the session as it is after a change of the person's own name. */
  readonly onChange: (session: Session) => void
}

const Context = createContext<Current | undefined>(undefined)

export const SessionProvider = ({ children, ...current }: Current & { readonly children: ReactNode }) => (
  <Context value={current}>{children}</Context>
)

const useCurrent = (): Current => {
  const current = useContext(Context)
  if (current === undefined) throw new Error(t("No one is signed in."))
  return current
}

/** The session of the person who uses the page. */
export const useSession = (): Session => useCurrent().session

/** What is called when the person has another name. */
export const useOnSessionChange = () => useCurrent().onChange

/** What is called when the person has signed out. */
export const useOnSignedOut = (): () => void => useCurrent().onSignedOut

/** Whether the person may do this in general. The server decides; this only hides what it would refuse. */
export const useMay = (right: Right): boolean => mayDo(useSession(), right)

/**
 * Whether the person may move, reject, hire and ask for feedback on a job. A limited member may by their role in its
 * team.
 */
export const useMayDecide = (jobId: string): boolean => {
  const session = useSession()
  const { value: team } = useTeam(session.isLimited ? jobId : undefined)
  return mayDecide(session, team?.find(({ member }) => member.id === session.user.id)?.role)
}

/** What the person may do with a note or feedback: its author edits it; its author or an administrator deletes it. */
export const useRightsOn = ({ author }: { readonly author: { readonly id: string } }) => {
  const { user } = useSession()
  const [mayWrite, isAdmin] = [useMay("comment"), useMay("admin")]
  const isOwn = author.id === user.id
  return { mayEdit: mayWrite && isOwn, mayDelete: isAdmin || mayWrite && isOwn }
}
