/** The names of members by their ids, for pages that name who did something, or ask who shall. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"

export type MemberNames = ReadonlyMap<string, string>

/** Members whose names are loaded: the newest. */
const maxMembers = 100

const useMembers = () =>
  useLoaded(["member", "names"], async (signal) => (await candor.members.list({ limit: maxMembers }, { signal })).members).value ?? []

export const useMemberNames = (): MemberNames => new Map(useMembers().map(({ full_name, id }) => [id, full_name]))

/** The active members with their names, in the order of these. */
export const useColleagues = (): ReadonlyArray<readonly [id: string, name: string]> =>
  useMembers().filter(({ status }) => status === "active").map(({ full_name, id }) => [id, full_name] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
