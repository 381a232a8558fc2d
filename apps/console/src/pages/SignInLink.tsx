/** A link by which a member sets a password. It works once, within a day, and replaces the previous one. */
import { useState } from "react"
import type { SignInLink as Link } from "@candor/client"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Rich, t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { SecretDialog } from "../parts/Secret.tsx"
import { Moment } from "../parts/Time.tsx"
import { mailInvitation, methods, type Session } from "../session/Session.ts"
import { useSession } from "../session/CurrentSession.tsx"
import { loadMailAccount, useMailAccount, whyUnsent } from "./mail/mails.ts"
import { problems } from "./mail/problems.ts"

/** Returns whether members can sign in with a password; false until it is loaded. */
export const useHasPasswords = (): boolean => useLoaded(["methods"], methods).value?.password ?? false

/** Loads whether links can be mailed, which takes a session: a key cannot mail them. */
const mayMailLinks = async ({ byKey }: Pick<Session, "byKey">): Promise<boolean> =>
  !byKey && (await methods()).mail && whyUnsent(await loadMailAccount()) === undefined

/** Returns whether links can be mailed; false until it is loaded. */
export const useMayMailLinks = (): boolean => {
  const { value: ways } = useLoaded(["methods"], methods)
  const { value: account } = useMailAccount()
  return !useSession().byKey && ways?.mail === true && account !== undefined && whyUnsent(account) === undefined
}

type LinkedMember = Props["member"]

/** An invited member, with the sign-in link if it is already made. */
export interface Invited {
  readonly member: LinkedMember
  readonly made: Link | undefined
}

/** Returns the invitation of a new member: to be mailed, or with its link; undefined if members have no passwords. */
export const invitedOf = async (
  member: LinkedMember,
  session: Pick<Session, "byKey">
): Promise<Invited | undefined> => {
  if (await mayMailLinks(session)) return { member, made: undefined }
  if (!(await methods()).password) return undefined
  // The member exists, even if making the link fails.
  const made = await candor.members.createSignInLink(member.id).then(
    ({ sign_in_link }) => sign_in_link,
    () => undefined
  )
  return { member, made }
}

interface Props {
  readonly member: { readonly id: string; readonly full_name: string }
  readonly onClose: () => void
}

/** Offers to make a link, or shows the one that is made. */
export const SignInLink = ({ made, member, onClose }: Props & { readonly made: Link | undefined }) => {
  const { full_name: name } = member
  const [link, setLink] = useState(made)
  const mayMail = useMayMailLinks()
  const [trouble, setTrouble] = useState<string>()
  const tell = useNotice()
  const mailed = useAction(async () => {
    const { detail, problem, recipient } = await mailInvitation(member.id)
    if (problem !== null)
      return setTrouble(
        [t(problems[problem].what), ...(detail === null ? [] : [t("The server said: {text}", { text: detail })])].join(
          " "
        )
      )
    tell(t("Invitation sent to {email}", { email: recipient }))
    onClose()
  })
  const { error, pending, run } = useAction(async () => {
    const { sign_in_link } = await candor.members.createSignInLink(member.id)
    setLink(sign_in_link)
  })
  if (link !== undefined) return <SecretOfLink member={member} link={link} onClose={onClose} />
  return (
    <Dialog title={t("Sign-in link for {name}", { name })} onClose={onClose}>
      <p>
        {t(
          "With this link, {name} can set a password and sign in. It works once and expires after 24 hours. It replaces any earlier link.",
          { name }
        )}
      </p>
      <Problem text={mailed.error ?? error ?? trouble} />
      <div className="buttons">
        {mayMail
          ? <Button look="primary" pending={mailed.pending} onClick={() => mailed.run()}>{t("Send by email")}</Button>
          : null}
        <Button className="first" look={mayMail ? "plain" : "primary"} pending={pending} onClick={() => run()}>
          {t("Create link")}
        </Button>
      </div>
    </Dialog>
  )
}

/** The link, which is shown once. */
const SecretOfLink = ({ link, member: { full_name: name }, onClose }: Props & { readonly link: Link }) => (
  <SecretDialog
    title={t("Sign-in link for {name}", { name })}
    name={t("Sign-in link")}
    text={location.origin + link.path}
    hint={t("You won't see this link again. Until it is used, you can create another one under “Members”.")}
    onClose={onClose}
  >
    <p>
      <Rich
        text="Send this link to {name}. It works until {day}."
        values={{ name, day: <Moment at={link.expires_at} /> }}
      />
    </p>
  </SecretDialog>
)
