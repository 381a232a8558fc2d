/** A mail in the timeline of an application: sender, recipient, status, text and actions. */
import { useRef } from "react"
import { candor } from "../../api/Client.ts"
import type { OpenedFile } from "../../file/Files.tsx"
import { type Marked, msg, Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { Line } from "../application/Moves.tsx"
import { useLinked } from "../application/useLinked.ts"
import { ForwardedText } from "./Forwarded.tsx"
import { fullAddress, type Mail, reloadMails, shownName, timeOf, useMarkDone } from "./mails.ts"
import { MailFate, MailStatus } from "./MailStatus.tsx"
import { MailText } from "./MailText.tsx"
import { SendAgain } from "./SendAgain.tsx"

const purposes: { readonly [Purpose in Mail["purpose"]]: Marked } = {
  letter: msg("Email"),
  application_received: msg("Automatic: application received"),
  rejection: msg("Automatic: rejection"),
  automatic: msg("Automatic email"),
  invitation: msg("Automatic: interview invitation"),
  notice: msg("Notification")
}

interface Props {
  readonly mail: Mail
  /** The files of the application. */
  readonly files: ReadonlyArray<OpenedFile>
  readonly onOpen: (opened: OpenedFile) => void
  /** Whether it waits until somebody answers it or marks it as done. */
  readonly isWaiting: boolean
  /** Undefined if the candidate cannot be written to. */
  readonly onReply?: ((mail: Mail) => void) | undefined
}

export const OneMail = ({ files, isWaiting, mail, onOpen, onReply }: Props) => {
  const { forwarded, id, is_automatic, mail_rule, purpose, status, subject } = mail
  const isOurs = status !== "received"
  const mayWrite = useMay("write")
  const stop = useAction(async () => {
    await candor.messages.cancel(id)
    await reloadMails()
  })
  const done = useMarkDone()
  const item = useRef<HTMLLIElement>(null)
  const isLinked = useLinked(id, item)
  if (status === "cancelled")
    return (
      <Line at={mail.updated_at} who={mail.author?.full_name}>
        <Rich text="Canceled before it was sent: {subject}" values={{ subject }} />
      </Line>
    )
  return (
    <li
      ref={item}
      className={`entry-item mail ${isOurs ? "ours" : "theirs"}${isLinked ? " linked" : ""}`}
      tabIndex={isLinked ? -1 : undefined}
    >
      <div className="row">
        <h3>
          <Icon name="mail" />
          <span className="hidden">{isOurs ? t("Email to the candidate:") : t("Email received:")}</span>{" "}
          {subject === "" ? t("(no subject)") : subject}
        </h3>
        <MailStatus mail={mail} />
      </div>
      <Involved mail={mail} />
      {isOurs && purpose !== "letter"
        ? (
          <p>
            <Badge>
              {mail_rule === null ? t(purposes[purpose]) : t("Automatic: {name}", { name: mail_rule.name })}
            </Badge>
          </p>
        )
        : null}
      {isOurs ? null : purpose === "invitation"
        ? (
          <p>
            <Badge>{t("Answer of an interviewer")}</Badge>
          </p>
        )
        : is_automatic
        ? (
          <p>
            <Badge>{t("Automatic reply")}</Badge>
          </p>
        )
        : null}
      <MailFate mail={mail} />
      <MailText mail={mail} />
      {forwarded?.answer === "accepted" ? <ForwardedText forwarded={forwarded} /> : null}
      <FilesOfMail mail={mail} files={files} onOpen={onOpen} />
      <div className="row">
        <span className="hint">
          <Ago at={timeOf(mail)} />
        </span>
        <span className="buttons">
          {mayWrite && status === "queued"
            ? <Button look="quiet" pending={stop.pending} onClick={() => stop.run()}>{t("Cancel sending")}</Button>
            : null}
          <SendAgain mail={mail} look="quiet" />
          {mayWrite && isWaiting
            ? <Button look="quiet" pending={done.pending} onClick={() => done.run(mail)}>{t("Mark as done")}</Button>
            : null}
          {onReply === undefined || status === "queued" || status === "sending"
            ? null
            : <Button look="quiet" onClick={() => onReply(mail)}>{isOurs ? t("Write a new email") : t("Reply")}
            </Button>}
        </span>
      </div>
      <Problem text={stop.error ?? done.error} />
    </li>
  )
}

/** The sender and recipient of a mail. The organization's own address is left out. */
export const Involved = (
  { mail: { author, copies, recipients, sender, sender_check, status } }: { readonly mail: Mail }
) => {
  const to = recipients.map(fullAddress).join(", ")
  return (
    <p className="hint involved">
      {status === "received"
        ? <Rich text="from {sender}" values={{ sender: <strong>{fullAddress(sender)}</strong> }} />
        : (
          <Rich
            text="from {sender} to {to}"
            values={{ sender: <strong>{author?.full_name ?? shownName(sender)}</strong>, to }}
          />
        )}
      {copies.length === 0 ? null : <>{", "}{t("cc {to}", { to: copies.map(fullAddress).join(", ") })}</>}
      {sender_check === "failed"
        ? (
          <>
            {" "}
            <Badge tone="warning">{t("Sender not verified")}</Badge> {t("This email may be from someone else.")}
          </>
        )
        : null}
    </p>
  )
}

const FilesOfMail = ({ files, mail, onOpen }: Pick<Props, "files" | "mail" | "onOpen">) => {
  if (mail.files.length === 0) return null
  return (
    <ul className="mail-files" aria-label={t("Attachments")}>
      {mail.files.map(({ id, original_filename }) => {
        const opened = files.find(({ file }) => file.id === id)
        return (
          <li key={id}>
            {opened === undefined
              ? original_filename
              : (
                <button
                  type="button"
                  className="link"
                  onClick={() => onOpen(opened)}
                >
                  {original_filename}
                </button>
              )}
          </li>
        )
      })}
    </ul>
  )
}
