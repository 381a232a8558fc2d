/** The names of members by their ids, for pages that name who did something. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { useMay } from "../session/CurrentSession.tsx"

export type MemberNames = ReadonlyMap<string, string>

/** Members whose names are loaded: the newest. */
const maxMembers = 100

/** Only administrators may list members: others have no names. */
export const useMemberNames = (): MemberNames => {
  const isAdmin = useMay("admin")
  const { value = [] } = useLoaded(`member names ${isAdmin}`, async (signal) =>
    isAdmin ? (await candor.members.list({ limit: maxMembers }, { signal })).members : [])
  return new Map(value.map(({ full_name, id }) => [id, full_name]))
}
