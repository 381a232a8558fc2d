/** A link by which a member chooses a password. It works once, within a day, and replaces the one before. */
import { useState } from "react"
import type { SignInLink as Link } from "@candor/client"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { SecretDialog } from "../parts/Secret.tsx"
import { Day } from "../parts/Time.tsx"
import { methods } from "../session/Session.ts"

/** Whether members can sign in by a password. */
export const useHasPasswords = (): boolean => useLoaded(["methods"], methods).value?.password ?? false

interface Props {
  readonly member: { readonly id: string; readonly full_name: string }
  readonly onClose: () => void
}

export const SignInLink = ({ member, onClose }: Props) => {
  const [link, setLink] = useState<Link>()
  const { error, pending, run } = useAction(async () => {
    const { sign_in_link } = await candor.members.createSignInLink(member.id)
    setLink(sign_in_link)
  })
  if (link !== undefined) {
    return (
      <SecretDialog title={`Have ${member.full_name} sign in`} name="Sign-in link" text={location.origin + link.path} onClose={onClose}>
        <p>Send it to {member.full_name}. It works until <Day at={link.expires_at} />.</p>
      </SecretDialog>
    )
  }
  return (
    <Dialog title={`Have ${member.full_name} sign in`} onClose={onClose}>
      <p>A link by which {member.full_name} chooses a password. It works once, within a day. A link that was made before ends.</p>
      <Problem text={error} />
      <div className="buttons"><Button className="first" look="primary" pending={pending} onClick={() => run()}>Make the link</Button></div>
    </Dialog>
  )
}
