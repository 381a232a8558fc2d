/** Changes of the teams of jobs. */
import { type Belongings, idIn, setting } from "../Belongings.ts"
import type { Thing } from "../History.ts"
import type { Session } from "../Session.ts"
import { remove } from "./Deletion.ts"

const roles = ["hiring_manager", "recruiter", "interviewer"]

export const teams = (session: Session, own: Belongings) => {
  /** The members that were added to a team; each is tried only once. */
  const tried = new Set<string>()

  const addMember = async (job: Thing) => {
    const marker = `${job.id}/team/${session.random.pick(session.members)}`
    if (tried.has(marker)) return
    tried.add(marker)
    const role = session.random.pick(roles)
    const { things: made } = await session.create({
      what: "bringing a member into a team",
      request: { method: "PUT", path: `/jobs/${marker}`, body: { role } },
      status: 200,
      events: ["team_member.added"],
      made: [{ kind: "team_member", marker, parent: job, fields: { role } }],
      ids: idIn("team_member")
    })
    own.keep(made)
  }

  const changeRole = (member: Thing) => {
    const role = session.random.pick(roles)
    return session.write(member, { role }, {
      what: "changing a role in a team",
      request: { method: "PUT", path: `/jobs/${member.marker}`, body: { role } },
      status: 200,
      ...setting(member, "role", role, "team_member.role_changed")
    })
  }

  const removeMember = (member: Thing) =>
    remove(session, member, `/jobs/${member.marker}`, { events: ["team_member.removed"] })

  return { addMember, changeRole, removeMember }
}
