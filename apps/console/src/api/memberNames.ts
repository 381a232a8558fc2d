/** The members by id and name, to show who did something and to offer members for selection. */
import type { Member } from "@candor/client"
import { useMemo } from "react"
import { useSession } from "../session/CurrentSession.tsx"
import { seesNote } from "../session/rights.ts"
import { candor } from "./Client.ts"
import { queries } from "./queries.ts"
import { asking } from "./store.ts"
import { useAudience } from "./teams.ts"
import { type Key, useLoaded } from "./useLoaded.ts"

export type MemberNames = ReadonlyMap<string, string>

const key: Key = ["member", "names"]

const load = async (signal: AbortSignal): Promise<ReadonlyArray<Member>> => {
  const members: Array<Member> = []
  for await (const member of candor.members.all({ limit: 100 }, { signal })) members.push(member)
  return members
}

const namesOf = (members: ReadonlyArray<Member>): MemberNames =>
  new Map(members.map(({ full_name, id }) => [id, full_name]))

/** Milliseconds for which loaded names count as fresh. */
const freshMillis = 5 * 60_000

/** Returns the members, as they were at most some minutes ago, for code that needs all of them. */
export const loadMembers = (): Promise<ReadonlyArray<Member>> =>
  queries.fetchQuery({
    queryKey: key,
    queryFn: ({ signal }) => asking(key, () => load(signal)),
    staleTime: freshMillis
  })

export const memberNames = async (): Promise<MemberNames> => namesOf(await loadMembers())

/** The members; undefined until they are known. */
export const useMembers = (): ReadonlyArray<Member> | undefined => useLoaded(key, load, freshMillis).value

const none: ReadonlyArray<Member> = []

/** The names of members for a page; empty until they are loaded. */
export const useMemberNames = (): MemberNames => namesOf(useMembers() ?? none)

/**
 * The other active members who see the applications of a job, with their labels, the job's team first; undefined until
 * they are loaded.
 */
export const useColleagues = (jobId: string): ReadonlyArray<readonly [id: string, label: string]> | undefined => {
  const { user } = useSession()
  const labels = useMemberLabels()
  const audience = useAudience(jobId)
  const members = useMembers()
  if (audience === undefined || members === undefined) return undefined
  return members.filter((member) => member.status === "active" && member.id !== user.id && seesNote(member, audience))
    .map(({ id }) => [id, labels.get(id) ?? ""] as const)
    .toSorted(([id, one], [otherId, other]) =>
      Number(audience.team.has(otherId)) - Number(audience.team.has(id)) || one.localeCompare(other)
    )
}

/**
 * The label of each member: the name, and the address if several members have the same name. Empty until they are
 * loaded.
 */
export const useMemberLabels = (): MemberNames => {
  const members = useMembers() ?? none
  return useMemo(() => {
    const alike = Map.groupBy(members, ({ full_name }) => full_name)
    return new Map(
      members.map((
        { email, full_name, id }
      ) => [id, alike.get(full_name)!.length > 1 ? `${full_name} (${email})` : full_name])
    )
  }, [members])
}
