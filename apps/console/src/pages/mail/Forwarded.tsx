/**
 * A candidate's reply that a member forwards as an attachment: its sender, its text, and the conversation it belongs
 * to. It may be forged, so a person decides where it is filed.
 */
import { candor } from "../../api/Client.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { fullAddress, type Mail, reloadMails, shownName } from "./mails.ts"

type Forwarded = NonNullable<Mail["forwarded"]>

/** Returns the subject of the mail that the reply answers, as far as known. */
const answered = (subject: string): string =>
  subject.replace(/^(?:\s*(?:re|aw|sv|ré)\s*:)+\s*/i, "") || t("(no subject)")

/** Shows the sender and text of the forwarded mail. */
export const ForwardedText = ({ forwarded: { body, member, sender } }: { readonly forwarded: Forwarded }) => (
  <section aria-label={t("Forwarded email")}>
    <p className="hint">
      <Rich
        text="Forwarded by {member}: an email that claims to be from {person}"
        values={{ member: member.full_name, person: fullAddress(sender) }}
      />
    </p>
    <blockquote className="prose forwarded">{body}</blockquote>
  </section>
)

interface Props {
  readonly mail: Pick<Mail, "id">
  readonly forwarded: Forwarded
  /** Is called after the mail was filed. */
  readonly onDone: () => void
}

/** Asks whether the mail belongs to the conversation that it refers to. */
export const AskForwarded = ({ forwarded, mail: { id }, onDone }: Props) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const answer = useAction(async (is_reply: boolean) => {
    await candor.messages.answerForwarded(id, { is_reply })
    await reloadMails()
    if (!is_reply) return
    onDone()
    tell(t("The email was added to the conversation."))
  })
  const { member, sender, subject } = forwarded
  return (
    <section className="meter-card" aria-label={t("A forwarded reply")}>
      <h3>
        {t("Forwarded by {member}: a reply from {person} to “{subject}”. Add it to that conversation?", {
          member: member.full_name,
          person: shownName(sender),
          subject: answered(subject)
        })}
      </h3>
      <p className="hint">{t("Candor can't verify the original sender. The conversation shows who forwarded it.")}</p>
      <blockquote className="prose forwarded">{forwarded.body}</blockquote>
      {mayWrite ?
        (
          <div className="row">
            <Button pending={answer.pending} onClick={() => void answer.run(true)}>{t("Add to conversation")}</Button>
            <Button look="quiet" pending={answer.pending} onClick={() => void answer.run(false)}>{t("No")}</Button>
          </div>
        ) :
        null}
      <Problem text={answer.error} />
    </section>
  )
}
