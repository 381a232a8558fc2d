/** A mail in a panel beside the list, with its actions. */
import type { ApplicationListItem, Message } from "@candor/client"
import { Link, useNavigate } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { SentFiles } from "../../file/SentFiles.tsx"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Badge, Show } from "../../parts/Page.tsx"
import { Panel } from "../../parts/Panel.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { loadApplication } from "../application/loadApplication.ts"
import { ChooseApplication } from "./ChooseApplication.tsx"
import { AskForwarded, ForwardedText } from "./Forwarded.tsx"
import { awaits, reloadMails, timeOf, useMarkDone } from "./mails.ts"
import { MailFate, MailStatus } from "./MailStatus.tsx"
import { MailText } from "./MailText.tsx"
import { Involved } from "./OneMail.tsx"
import { SendAgain } from "./SendAgain.tsx"

interface Props {
  readonly id: string
  readonly onClose: () => void
  /** Is called when the mail needs no further action. */
  readonly onDone: () => void
}

export const MailPanel = ({ id, onClose, onDone }: Props) => {
  const loaded = useLoaded(
    ["message", "one", id],
    async (signal) => (await candor.messages.get(id, { signal })).message
  )
  return (
    <Panel id={id} heading={loaded.value?.subject || t("(no subject)")} onClose={onClose}>
      <Show of={loaded}>{(mail) => <Content mail={mail} onDone={onDone} />}</Show>
    </Panel>
  )
}

interface ContentProps extends Pick<Props, "onDone"> {
  readonly mail: Message
}

const Content = ({ mail, onDone }: ContentProps) => {
  const { application_id, files, forwarded, id, is_automatic, purpose, status } = mail
  return (
    <div className="stack">
      <p className="row">
        <span className="hint">
          <Ago at={timeOf(mail)} />
        </span>
        <MailStatus mail={mail} />
        {status !== "received"
          ? null
          : purpose === "invitation"
          ? <Badge>{t("Answer of an interviewer")}</Badge>
          : is_automatic
          ? <Badge>{t("Automatic reply")}</Badge>
          : null}
      </p>
      <Involved mail={mail} />
      <MailFate mail={mail} />
      {forwarded?.answer === "asked" ? <AskForwarded forwarded={forwarded} mail={mail} onDone={onDone} /> : null}
      {application_id === null ? <Assign mail={mail} onDone={onDone} /> : <OfApplication mail={mail} onDone={onDone} />}
      <MailText mail={mail} />
      {forwarded?.answer === "accepted" ? <ForwardedText forwarded={forwarded} /> : null}
      {files.length === 0 ? null : (
        <section>
          <h3>{t("Files")}</h3>
          <SentFiles files={files} owner={{ id, operations: candor.messages }} />
        </section>
      )}
    </div>
  )
}

const Assign = ({ mail: { id, sender, subject }, onDone }: ContentProps) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const navigate = useNavigate()
  const deletion = useDeletion()
  const assign = useAction(async ({ candidate, id: application_id }: ApplicationListItem) => {
    await candor.messages.assign(id, { application_id })
    await reloadMails()
    onDone()
    tell(t("The email was assigned to {name}'s application.", { name: candidate.full_name }))
  })
  const open = ({ id }: ApplicationListItem) => void navigate({ to: "/applications/$id", params: { id } })
  const remove = () => {
    deletion({
      id,
      what: `“${subject || t("(no subject)")}”`,
      send: () => candor.messages.delete(id),
      onDeleted: () => void reloadMails()
    })
    onDone()
  }
  return (
    <section className="meter-card" aria-label={t("Assign to an application")}>
      <h3>{t("Assign to an application")}</h3>
      <ChooseApplication
        suggested={[sender.email, ...(sender.name === null ? [] : [sender.name])]}
        pending={assign.pending}
        onChoose={mayWrite
          ? (application) => void assign.run(application)
          : open}
      />
      <Problem text={assign.error} />
      {mayWrite
        ? (
          <div>
            <Button look="quiet" onClick={remove}>{t("Delete email")}</Button>
          </div>
        )
        : null}
    </section>
  )
}

const OfApplication = ({ mail, onDone }: ContentProps) => {
  const mayWrite = useMay("write")
  const done = useMarkDone()
  const { application_id, id, status } = mail
  const application = useLoaded(
    ["application", application_id ?? ""],
    (signal) => loadApplication(application_id ?? "", signal),
    feedStaleTime
  )
  return (
    <section className="meter-card" aria-label={t("Application")}>
      <Show of={application}>
        {({ candidate, id: of, job }) => (
          <p>
            <Rich
              text="Part of {person}'s application for {job}."
              values={{
                person: <Link to="/applications/$id" params={{ id: of }} hash={id}>{candidate.full_name}</Link>,
                job: job.title
              }}
            />
          </p>
        )}
      </Show>
      {status === "bounced"
        ? <p className="hint">{t("Check the candidate's email address, then write a new email on the application.")}</p>
        : null}
      <SendAgain mail={mail} />
      {mayWrite && awaits(mail)
        ? (
          <div className="buttons">
            {status === "received"
              ? (
                <Link
                  className="button primary"
                  to="/applications/$id"
                  params={{ id: application_id ?? "" }}
                  search={{ reply: id }}
                >
                  {t("Reply")}
                </Link>
              )
              : null}
            <Button
              pending={done.pending}
              onClick={() => void done.run(mail).then((isDone) => isDone ? onDone() : undefined)}
            >
              {t("Mark as done")}
            </Button>
          </div>
        )
        : null}
      <Problem text={done.error} />
    </section>
  )
}
