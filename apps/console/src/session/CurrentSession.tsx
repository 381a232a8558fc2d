/** The session as a context of all pages. */
import { createContext, type ReactNode, useContext } from "react"
import { useTeam } from "../api/teams.ts"
import { t } from "../language/text.tsx"
import { mayDecide, mayDo, type Right } from "./rights.ts"
import type { Session } from "./Session.ts"

interface Current {
  readonly session: Session
  readonly onSignedOut: () => void
  /** Is called with the new session after the person's own name has changed. */
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

/** Returns the session of the signed-in person. */
export const useSession = (): Session => useCurrent().session

/** Returns the function to call when the person's name has changed. */
export const useOnSessionChange = () => useCurrent().onChange

/** Returns the function to call when the person has signed out. */
export const useOnSignedOut = (): () => void => useCurrent().onSignedOut

/**
 * Returns whether the person generally has this permission. The server decides; this only hides what it would refuse.
 */
export const useMay = (right: Right): boolean => mayDo(useSession(), right)

/**
 * Returns whether the person may move, reject, hire and ask for feedback on a job. A limited member needs a role in its
 * team that allows it.
 */
export const useMayDecide = (jobId: string): boolean => {
  const session = useSession()
  const { value: team } = useTeam(session.isLimited ? jobId : undefined)
  return mayDecide(session, team?.find(({ member }) => member.id === session.user.id)?.role)
}

/**
 * Returns the person's permissions on a note or feedback: its author edits it; its author or an administrator deletes
 * it.
 */
export const useRightsOn = ({ author }: { readonly author: { readonly id: string } }) => {
  const { user } = useSession()
  const [mayWrite, isAdmin] = [useMay("comment"), useMay("admin")]
  const isOwn = author.id === user.id
  return { mayEdit: mayWrite && isOwn, mayDelete: isAdmin || mayWrite && isOwn }
}
