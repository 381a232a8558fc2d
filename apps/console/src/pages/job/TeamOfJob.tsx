/** The team of a job: its members and their roles. */
import type { TeamMember } from "@candor/client"
import { useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useTeam } from "../../api/teams.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Avatar, Avatars } from "../../parts/Avatar.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import { AddToTeam } from "./AddToTeam.tsx"
import type { Job } from "./loadBoard.ts"
import { rolesInTeams } from "./teamRoles.ts"

export const TeamOfJob = ({ job }: { readonly job: Job }) => {
  const [isOpen, setOpen] = useState(false)
  const team = useTeam(job.id)
  const mayWrite = useMay("write")
  const members = team.value ?? []
  useCommands([{ name: t("Hiring team"), icon: "members", run: () => setOpen(true) }])
  return (
    <>
      <Button look="quiet" className="team-button" onClick={() => setOpen(true)}>
        <Avatars people={members.map(({ member, role }) => ({ ...member, role: rolesInTeams.name(role) }))} />
        {t("Hiring team")}
      </Button>
      {isOpen
        ? (
          <Dialog title={t("Hiring team")} onClose={() => setOpen(false)}>
            {/* Changes are stored at once, so the dialog has nothing to discard. */}
            <div className="form" onInput={(event) => event.stopPropagation()}>
              {mayWrite && team.value !== undefined
                ? <AddToTeam job={job} team={members} onAdded={team.reload} />
                : null}
              <Show of={team}>
                {(entries) =>
                  entries.length === 0
                    ? (
                      <p className="hint">
                        {t("No one on the hiring team yet")}
                        {mayWrite ? `. ${t("Add the people who decide, interview or coordinate.")}` : ""}
                      </p>
                    )
                    : (
                      <ul className="entries">
                        {entries.map((entry) => (
                          <MemberRow key={entry.id} jobId={job.id} entry={entry} onChange={team.reload} />
                        ))}
                      </ul>
                    )}
              </Show>
            </div>
          </Dialog>
        )
        : null}
    </>
  )
}

interface MemberRowProps {
  readonly jobId: string
  readonly entry: TeamMember
  readonly onChange: () => void
}

const MemberRow = ({ jobId, onChange, entry: { member, role } }: MemberRowProps) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  /** The stored role; the list may still show the previous one. */
  const stored = useRef(role)
  useEffect(() => {
    stored.current = role
  }, [role])
  const change = useAction(async (role: TeamMember["role"]) => {
    await candor.teamMembers.put(jobId, member.id, { role })
    stored.current = role
    onChange()
  })
  const remove = useAction(async () => {
    const role = stored.current
    await candor.teamMembers.delete(jobId, member.id)
    onChange()
    tell(t("{name} was removed from the hiring team.", { name: member.full_name }), {
      undo: async () => {
        await candor.teamMembers.put(jobId, member.id, { role, from_role: null })
        onChange()
      }
    })
  })
  return (
    <li className="team-member">
      <Avatar person={member} isNamed={false} />
      <span className="list-main">{member.full_name}</span>
      {mayWrite
        ? (
          <>
            <select
              className="input fit"
              aria-label={t("{name}'s role on this job", { name: member.full_name })}
              value={role}
              onChange={({ target }) => {
                const to = rolesInTeams.of(target.value)
                if (to !== undefined) void change.run(to)
              }}
            >
              {rolesInTeams.options.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
            </select>
            <Button
              look="quiet"
              aria-label={t("Remove {name}", { name: member.full_name })}
              pending={remove.pending}
              onClick={() => remove.run()}
            >
              {t("Remove")}
            </Button>
          </>
        )
        : <span className="hint">{rolesInTeams.name(role)}</span>}
      <Problem text={change.error ?? remove.error} />
    </li>
  )
}
