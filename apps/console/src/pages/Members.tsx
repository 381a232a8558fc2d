/** The members of the organization, and what each may do. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useId, useState } from "react"
import type { Member } from "@candor/client"
import { changesOf } from "../api/changesOf.ts"
import { candor } from "../api/Client.ts"
import { usePaged } from "../api/usePaged.ts"
import { t } from "../language/text.tsx"
import { Button, Form, textOf, useAction } from "../parts/Action.tsx"
import { Avatar } from "../parts/Avatar.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Select, TextField } from "../parts/Fields.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Badge, Page } from "../parts/Page.tsx"
import { ShowPages } from "../parts/ShowPages.tsx"
import { Status } from "../parts/Status.tsx"
import { Table } from "../parts/Table.tsx"
import { Day } from "../parts/Time.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { nameIn } from "./nameIn.ts"
import { rightsOf, roles } from "./scopes.ts"
import { type Invited, invitedOf, SignInLink, useHasPasswords } from "./SignInLink.tsx"

const roleOf = (form: FormData) => roles.of(textOf(form, "role")) ?? "read"

export const Members = () => {
  const isAdmin = useMay("admin")
  const { user } = useSession()
  const isLinked = useSearch({ from: "/members", select: (search) => search.open === "new" })
  const navigate = useNavigate({ from: "/members" })
  const [chosen, setOpen] = useState<"add" | Member>()
  const open = chosen ?? (isLinked && isAdmin ? "add" : undefined)
  const [invited, setInvited] = useState<Invited>()
  const mayLink = useHasPasswords()
  const members = usePaged(
    ["member", "all"],
    (query, signal) => candor.members.list(query, { signal }),
    (answer) => answer.members
  )
  const close = () => {
    setOpen(undefined)
    if (isLinked) void navigate({ search: {}, replace: true, ignoreBlocker: true })
  }
  /** Returns whether the organization would have no administrator without this member. */
  const isLastAdmin = ({ id, role, status }: Member) =>
    role === "admin" && status === "active" && members.value?.has_more === false &&
    members.value.items.every((other) => other.id === id || other.role !== "admin" || other.status !== "active")
  const changed = () => {
    members.reload()
    close()
  }
  return (
    <Page
      title={t("Members")}
      lead={t("The people in your organization. Each member's role controls what they can see and do.")}
      actions={isAdmin
        ? (
          <Button look="primary" onClick={() => setOpen("add")}>
            <Icon name="plus" />
            {t("Add member")}
          </Button>
        )
        : null}
    >
      <ShowPages of={members} empty={t("No members")}>
        {(items) => (
          <Table
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              [t("Name"), (member) => (
                <span className="name-with-avatar">
                  <Avatar person={member} isNamed={false} />
                  <span>
                    {member.full_name}
                    {member.id === user.id ? <span className="hint">{" "}{t("(you)")}</span> : null}
                  </span>
                </span>
              )],
              [t("Email address"), ({ email }) => email],
              [t("Role"), ({ role, status }) => (
                <span>
                  <Badge tone={role === "admin" ? "accent" : "neutral"}>{roles.name(role)}</Badge>{" "}
                  {status === "active" ? null : <Status of={status} />}
                </span>
              )],
              [t("Since"), ({ created_at }) => <Day at={created_at} />]
            ]}
            actions={(member) => (
              <>
                {isAdmin && mayLink && member.status === "active"
                  ? (
                    <Button
                      look="quiet"
                      aria-label={t("Sign-in link for {name}", { name: member.full_name })}
                      onClick={() => setInvited({ member, made: undefined })}
                    >
                      {t("Sign-in link")}
                    </Button>
                  )
                  : null}
                {isAdmin
                  ? (
                    <Button
                      look="quiet"
                      aria-label={t("Edit {name}", { name: member.full_name })}
                      onClick={() => setOpen(member)}
                    >
                      {t("Edit")}
                    </Button>
                  )
                  : null}
              </>
            )}
          />
        )}
      </ShowPages>
      {invited === undefined ? null : <SignInLink {...invited} onClose={() => setInvited(undefined)} />}
      {open === "add" ? <AddMember onClose={close} onChange={changed} onInvited={setInvited} /> : null}
      {open === undefined || open === "add"
        ? null
        : <EditMember member={open} isLastAdmin={isLastAdmin(open)} onClose={close} onChange={changed} />}
    </Page>
  )
}

interface Props {
  readonly onClose: () => void
  readonly onChange: () => void
}

const RoleChoice = ({ present }: { readonly present: Member["role"] }) => {
  const id = useId()
  return (
    <fieldset className="roles">
      <legend>{t("Role")}</legend>
      {roles.options.map(([role, name]) => (
        <div key={role}>
          <label className="check">
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === present}
              aria-describedby={`${id}-${role}`}
            />
            {name}
          </label>
          <p className="hint" id={`${id}-${role}`}>{t(rightsOf[roles.of(role) ?? "read"])}</p>
        </div>
      ))}
    </fieldset>
  )
}

const AddMember = ({ onChange, onClose, onInvited }: Props & { readonly onInvited: (invited: Invited) => void }) => {
  const session = useSession()
  const [email, setEmail] = useState("")
  const action = useAction(async (form: FormData) => {
    const { member } = await candor.members.add({
      full_name: textOf(form, "full_name") || nameIn(email),
      email: email.trim(),
      role: roleOf(form)
    })
    onChange()
    const invited = await invitedOf(member, session)
    if (invited !== undefined) onInvited(invited)
  })
  return (
    <Dialog title={t("Add member")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        <TextField
          label={t("Email address")}
          name="email"
          inputMode="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField label={t("Full name (optional)")} name="full_name" placeholder={nameIn(email)} />
        <RoleChoice present="write" />
      </Form>
    </Dialog>
  )
}

const EditMember = (
  { isLastAdmin, member, onChange, onClose }: Props & { readonly member: Member; readonly isLastAdmin: boolean }
) => {
  // The list behind the dialog may reload, so the dialog keeps the member as it was opened.
  const [opened] = useState(member)
  const isActive = member.status === "active"
  const action = useAction(async (form: FormData) => {
    const fields = {
      full_name: textOf(form, "full_name"),
      ...(isLastAdmin
        ? {}
        : {
          role: roleOf(form),
          status: textOf(form, "status") === "active" ? "active" as const : "deactivated" as const
        })
    }
    await candor.members.update(member.id, changesOf(fields, opened))
    onChange()
  })
  return (
    <Dialog title={member.full_name} onClose={onClose}>
      <Form action={action} submit={t("Save")}>
        <TextField label={t("Full name")} name="full_name" required defaultValue={member.full_name} />
        {isLastAdmin
          ? (
            <p className="hint">
              {t(
                "Your organization needs at least one administrator. Make another member an administrator before you change this role or status."
              )}
            </p>
          )
          : (
            <>
              <RoleChoice present={member.role} />
              <Select
                label={t("Status")}
                name="status"
                defaultValue={member.status}
                options={[["active", isActive ? t("Active") : t("Reactivate")], [
                  "deactivated",
                  isActive ? t("Deactivate") : t("Deactivated")
                ]]}
                hint={t("A deactivated member's API keys stop working immediately. Everything they wrote is kept.")}
              />
            </>
          )}
      </Form>
    </Dialog>
  )
}
