/** Adds a member to the team of a job, or invites somebody new with a sign-in link. */
import type { Member, TeamMember } from "@candor/client"
import { lazy, Suspense, useId, useState } from "react"
import { candor } from "../../api/Client.ts"
import { loadMembers, useMembers } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import { nameIn } from "../nameIn.ts"
import type { Invited } from "../SignInLink.tsx"
import type { Job } from "./loadBoard.ts"
import { rightsInTeams, rolesInTeams } from "./teamRoles.ts"

const loadSignInLink = () => import("../SignInLink.tsx")
const SignInLink = lazy(() => loadSignInLink().then(({ SignInLink }) => ({ default: SignInLink })))

interface Props {
  readonly job: Job
  readonly team: ReadonlyArray<TeamMember>
  readonly onAdded: () => void
}

/** Returns whether a member's name, or a word of it, begins with this text. */
const isNamed = ({ full_name }: Member, beginning: string): boolean =>
  ` ${full_name.toLowerCase()}`.includes(` ${beginning}`)

const onlyOne = (members: ReadonlyArray<Member>): Member | undefined => members.length === 1 ? members[0] : undefined

export const AddToTeam = ({ job, onAdded, team }: Props) => {
  const isAdmin = useMay("admin")
  const session = useSession()
  const others = (members: ReadonlyArray<Member>) =>
    members.filter(({ id, status }) => status === "active" && team.every(({ member }) => member.id !== id))
  const loaded = useMembers()
  const members = others(loaded ?? [])
  const [typed, setTyped] = useState("")
  const [role, setRole] = useState<TeamMember["role"]>("interviewer")
  const [invited, setInvited] = useState<Invited>()
  const list = useId()
  const wanted = typed.trim().toLowerCase()
  const find = (members: ReadonlyArray<Member>) =>
    members.find(({ email, full_name }) => [email, full_name].some((text) => text.toLowerCase() === wanted)) ??
      (wanted.includes("@") ? undefined : onlyOne(members.filter((member) => isNamed(member, wanted))))
  const mayBeNew = isAdmin && wanted.includes("@")
  const isNew = mayBeNew && loaded !== undefined && find(members) === undefined
  const action = useAction(async (form: FormData) => {
    const known = find(others(await loadMembers()))
    if (known === undefined && !mayBeNew) {
      throw new Error(
        others(loaded ?? []).some((member) => isNamed(member, wanted))
          ? t("Several members have this name. Choose one from the list.")
          : t("No other members found")
      )
    }
    const member = known ??
      (await candor.members.add({
        full_name: textOf(form, "full_name") || nameIn(wanted),
        email: wanted,
        role: "limited"
      })).member
    await candor.teamMembers.put(job.id, member.id, { role })
    setTyped("")
    onAdded()
    if (known === undefined) setInvited(await (await loadSignInLink()).invitedOf(member, session))
  })
  return (
    <>
      <Form action={action} submit={isNew ? t("Invite") : t("Add to hiring team")} className="team-form">
        <TextField
          label={t("Member")}
          name="member"
          required
          list={list}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={isAdmin
            ? t("Type a member's name, or an email address to invite someone new.")
            : t("Type a name or email address.")}
        />
        <datalist id={list}>
          {members.map(({ email, full_name, id }) => <option key={id} value={full_name}>{email}</option>)}
        </datalist>
        {isNew ? <TextField label={t("Full name")} name="full_name" placeholder={nameIn(wanted)} /> : null}
        <Select
          label={t("Role on this job")}
          name="role"
          value={role}
          onChange={({ target }) => setRole(rolesInTeams.of(target.value) ?? role)}
          options={rolesInTeams.options}
          hint={t(rightsInTeams[role])}
        />
      </Form>
      {invited === undefined
        ? null
        : (
          <Suspense>
            <SignInLink {...invited} onClose={() => setInvited(undefined)} />
          </Suspense>
        )}
    </>
  )
}
