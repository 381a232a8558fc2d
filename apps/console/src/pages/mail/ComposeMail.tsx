/**
 * Writes a mail to the candidate of an application: from a template or freely, now or scheduled, with files of the
 * application.
 */
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useFiles } from "../../file/Files.tsx"
import { t } from "../../language/text.tsx"
import { Button, Form, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Application } from "../application/Application.ts"
import { MailBody } from "./MailBody.tsx"
import { type Account, reloadMails, useMailAccount, useTemplates, whyUnsent } from "./mails.ts"
import { problems } from "./problems.ts"
import type { Composer } from "./useLetter.ts"

/**
 * Seconds for which a mail waits at the server so that it can be undone: the time of the notice that offers this, plus
 * the time of a request.
 */
const undoSeconds = 12

interface Props {
  readonly application: Application
  readonly composer: Composer
}

export const ComposeMail = ({ application, composer }: Props) => {
  const account = useMailAccount()
  const templates = useTemplates()
  const frame = useRef<HTMLElement>(null)
  const { letter: { replyTo }, opened } = composer
  const isLoaded = account.value !== undefined && (templates.value ?? templates.error) !== undefined
  useEffect(() => {
    const { current } = frame
    if (opened === 0 || !isLoaded || current === null) return
    current.scrollIntoView({ block: "start" })
    // The caret of a reply goes above the quotation.
    const text = replyTo === undefined ? null : current.querySelector("textarea")
    text?.setSelectionRange(0, 0)
    const first = text ?? current.querySelector<HTMLElement>("select, input, textarea, .button, a")
    first?.focus({ preventScroll: true })
  }, [opened, isLoaded])
  return (
    <section
      ref={frame}
      className="composer"
      aria-label={t("Write email to {name}", { name: application.candidate.full_name })}
    >
      <Show of={account}>
        {(account) => {
          const email = application.candidate.primary_email
          const why = whyUnsent(account)
          if (why !== undefined) return <NotSetUp why={why} onClose={composer.close} />
          if (email === null) return <NoAddress application={application} onClose={composer.close} />
          return <Fields application={application} account={account} composer={composer} email={email} />
        }}
      </Show>
    </section>
  )
}

const Close = ({ onClose }: { readonly onClose: () => void }) => (
  <div>
    <Button look="quiet" onClick={onClose}>{t("Close")}</Button>
  </div>
)

const NotSetUp = ({ onClose, why }: { readonly onClose: () => void; readonly why: string }) => {
  const isAdmin = useMay("admin")
  return (
    <>
      <p>
        <strong>{why}</strong>{" "}
        {isAdmin ? <Link to="/mail-account">{t("Set up email")}</Link> : t("An administrator can set it up.")}
      </p>
      <Close onClose={onClose} />
    </>
  )
}

const NoAddress = (
  { application: { candidate: { full_name, id } }, onClose }: Pick<Props, "application"> & {
    readonly onClose: () => void
  }
) => (
  <>
    <p>
      <strong>{t("{name} has no email address.", { name: full_name })}</strong>{" "}
      <Link to="/candidates/$id" params={{ id }}>{t("Add one")}</Link>
    </p>
    <Close onClose={onClose} />
  </>
)

/** Warns of a problem with the mail account before the person writes. */
const Warning = ({ account: { is_logged, smtp_health: { problem } } }: { readonly account: Account }) => {
  if (is_logged)
    return <p className="hint">{t("In development, emails appear in the service's log instead of being sent.")}</p>
  return problem === null
    ? null
    : (
      <p className="hint">
        {t("Emails are queued and will be sent later: {problem}", { problem: t(problems[problem].what) })}
      </p>
    )
}

/** The person's other drafts, such as one that was open when the sending of another was undone. */
const Begun = ({ composer: { goOn, kept } }: Pick<Props, "composer">) =>
  kept.length === 0 ? null : (
    <div className="row" role="group" aria-label={t("Also in progress")}>
      <span className="hint">{t("Also in progress")}</span>
      {kept.map((letter, at) => (
        <Button key={at} look="quiet" onClick={() => goOn(letter)}>
          {letter.subject.trim() === "" ? t("(no subject)") : letter.subject}
        </Button>
      ))}
    </div>
  )

const Fields = (
  { account, application, composer, email }: Props & { readonly account: Account; readonly email: string }
) => {
  const { candidate, id } = application
  const { letter } = composer
  const tell = useNotice()
  const { files, isLoaded } = useFiles([{ id, operations: candor.attachments, isBrought: true }])
  const templates = useTemplates().value?.mail_templates ?? []
  const [template, setTemplate] = useState("")
  const [isLater, setLater] = useState(false)
  const fill = useAction(async (template_id: string) => {
    setTemplate(template_id)
    if (template_id === "") return
    const { mail } = await candor.messages.preview(id, { template_id })
    const isReply = letter.replyTo !== undefined
    const filled = isReply
      ? { body: `${mail.body}${letter.body.trim() === "" ? "" : `\n\n${letter.body.trim()}`}` }
      : { subject: mail.subject, body: mail.body }
    composer.change(filled)
    if (letter.body.trim() !== "" && !isReply)
      tell(t("The template replaced your text."), {
        about: id,
        undo: async () => composer.restore(letter, filled)
      })
  })
  const send = useAction(async (form: FormData) => {
    const at = isLater ? String(form.get("send_at")) : ""
    const { message } = await candor.messages.write(id, {
      subject: letter.subject.trim(),
      body: letter.body.trim(),
      // Leaves out files that were deleted in the meantime.
      attachment_ids: isLoaded
        ? letter.files.filter((file) => files.some(({ file: { id } }) => id === file))
        : letter.files,
      ...(at === "" ? { delay_seconds: undoSeconds } : { send_at: new Date(at).toISOString() }),
      ...(letter.replyTo === undefined ? {} : { reply_to_id: letter.replyTo })
    })
    composer.discard(letter)
    await reloadMails()
    tell(
      at === ""
        ? t("The email to {name} will be sent in a few seconds.", { name: candidate.full_name })
        : t("The email to {name} is scheduled.", { name: candidate.full_name }),
      {
        about: id,
        undo: async () => {
          await candor.messages.cancel(message.id)
          composer.restore(letter)
          await reloadMails()
        }
      }
    )
  })
  const isBlank = letter.body.trim() === "" && letter.subject.trim() === ""
  const close = () => {
    composer.close()
    if (!isBlank) tell(t("Draft saved"), { about: id })
  }
  const stored = files.filter(({ file }) => file.size_bytes !== null)
  return (
    <Form action={send} submit={isLater ? t("Schedule") : t("Send")} onCancel={close}>
      <Facts
        facts={[[t("To"), `${candidate.full_name} <${email}>`], [
          t("Sender"),
          account.sender_name === null ? account.sender_email : `${account.sender_name} <${account.sender_email}>`
        ]]}
      />
      <Warning account={account} />
      <Begun composer={composer} />
      {templates.length === 0 ?
        null :
        (
          <Select
            label={t("Template")}
            value={template}
            onChange={({ target }) => void fill.run(target.value)}
            options={[["", t("None")], ...templates.map(({ id, name }) => [id, name] as const)]}
          />
        )}
      <Problem text={fill.error} />
      <TextField
        label={t("Subject")}
        required
        maxLength={300}
        value={letter.subject}
        onChange={({ target }) => composer.change({ subject: target.value })}
      />
      <MailBody application={id} letter={letter} onChange={(body) => composer.change({ body })} />
      {stored.length === 0 ? null : (
        <fieldset className="choice">
          <legend>{t("Attachments")}</legend>
          {stored.map(({ file }) => (
            <label key={file.id} className="check">
              <input
                type="checkbox"
                checked={letter.files.includes(file.id)}
                onChange={() =>
                  composer.change({ files: [...new Set(letter.files).symmetricDifference(new Set([file.id]))] })}
              />
              <span>{file.original_filename}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isLater ? <TextField label={t("Send at")} name="send_at" type="datetime-local" required autoFocus /> : null}
      <div className="buttons">
        <Button look="quiet" onClick={() => setLater(!isLater)}>
          {isLater ? t("Send now instead") : t("Send later…")}
        </Button>
        {isBlank
          ? null
          : (
            <ConfirmButton
              label={t("Discard draft")}
              question={t("Discard?")}
              onConfirm={() => composer.discard(letter)}
            >
              {t("Discard draft")}
            </ConfirmButton>
          )}
      </div>
    </Form>
  )
}

// The default export is for the lazy import in the timeline.
export default ComposeMail
