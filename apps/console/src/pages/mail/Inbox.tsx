/** The inbox: replies, mails without an application, and mails that were not delivered. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { selectionsOfMails } from "../views.ts"
import { type Mail, shownName, useMailAccount, useMails, whyUnsent } from "./mails.ts"
import { MailPanel } from "./MailPanel.tsx"
import { MailStatus } from "./MailStatus.tsx"
import { problems } from "./problems.ts"

export const Inbox = () => {
  const { message: opened, select = "" } = useSearch({ from: "/mail" })
  const navigate = useNavigate({ from: "/mail" })
  const list = useMails(select === "" ? "replies" : select)
  const show = (message: string | undefined) =>
    void navigate({ search: { message, select: select || undefined }, replace: true, resetScroll: false })
  const items = list.value?.items ?? []
  const at = items.findIndex(({ id }) => id === opened)
  return (
    <Page
      wide
      title={t("Email")}
      lead={t("Replies without an answer, emails that Candor can't match to an application, and delivery problems.")}
    >
      <Health />
      <Tabs
        label={t("Filter emails")}
        tabs={selectionsOfMails}
        value={select}
        onChange={(select) => navigate({ search: { select: select || undefined }, replace: true, resetScroll: false })}
      />
      <div className="beside">
        <div>
          <ShowPages
            of={list}
            empty={select === ""
              ? <NoReplies />
              : select === "unassigned"
              ? <NoUnassigned />
              : select === "queued"
              ? <Empty title={t("No emails are waiting to be sent")} />
              : <Empty title={t("No delivery problems reported")} />}
          >
            {(items) => (
              <ul className="list" aria-label={t("Emails")}>
                {items.map((mail) => (
                  <Row key={mail.id} mail={mail} isOpened={mail.id === opened} select={select || undefined} />
                ))}
              </ul>
            )}
          </ShowPages>
        </div>
        {opened === undefined
          ? null
          : (
            <MailPanel
              key={opened}
              id={opened}
              onClose={() => show(undefined)}
              onDone={() => show((items[at + 1] ?? items[at - 1])?.id)}
            />
          )}
      </div>
    </Page>
  )
}

const NoReplies = () => {
  const { value: account } = useMailAccount()
  return (
    <Empty title={t("No replies")}>
      <p>
        {account?.imap === null
          ? (
            <>
              {t("No mailbox is connected, so replies don't reach Candor yet.")} <AccountLink />
            </>
          )
          : t("A candidate's reply waits here until someone answers it or marks it as done.")}
      </p>
    </Empty>
  )
}

const NoUnassigned = () => {
  const { value: account } = useMailAccount()
  return (
    <Empty title={t("No unassigned emails")}>
      <p>
        {account?.imap === null
          ? (
            <>
              {t("No mailbox is connected, so replies don't reach Candor yet.")} <AccountLink />
            </>
          )
          : t("Emails that Candor can't match to an application appear here for you to assign.")}
      </p>
    </Empty>
  )
}

/** A link to the mail account, for members who may change it. */
const AccountLink = () => useMay("admin") ? <Link to="/mail-account">{t("Email settings")}</Link> : null

/** Warns if mails cannot be sent or received at the moment, and why. */
const Health = () => {
  const { value: account } = useMailAccount()
  if (account === undefined) return null
  const why = whyUnsent(account)
  if (why !== undefined)
    return (
      <p className="problem">
        {why} <AccountLink />
      </p>
    )
  const [out, into] = [account.smtp_health.problem, account.imap_health.problem]
  if (out === null && into === null) return null
  return (
    <div className="problem" role="alert">
      {out === null ? null : <p>{t("Emails are queued: {problem}", { problem: t(problems[out].what) })}</p>}
      {into === null
        ? null
        : into === "inbox_full"
        ? <p>{t(problems[into].what)} {t(problems[into].todo)}</p>
        : <p>{t("Replies aren't being read: {problem}", { problem: t(problems[into].what) })}</p>}
      <AccountLink />
    </div>
  )
}

/** Characters of a text that a row shows. */
const excerptLength = 140

interface RowProps {
  readonly mail: Mail
  readonly isOpened: boolean
  readonly select: "unassigned" | "undelivered" | "queued" | undefined
}

const Row = ({ isOpened, mail, select }: RowProps) => {
  const { body, created_at, failure, forwarded, id, recipients, sender, status, subject } = mail
  const [recipient = sender] = recipients
  return (
    <li className="job-row waiting-row mail-row" aria-current={isOpened || undefined}>
      <div className="list-main">
        <Link to="/mail" search={{ message: id, select }} replace resetScroll={false} className="row-link">
          {status === "received" ? shownName(sender) : t("To {name}", { name: shownName(recipient) })}
        </Link>
        <span>{subject === "" ? t("(no subject)") : subject}</span>
        {forwarded?.answer === "asked"
          ? (
            <span className="hint">
              {t("Forwarded: a reply from {person}?", { person: shownName(forwarded.sender) })}
            </span>
          )
          : null}
        <span className="hint excerpt">{failure ?? body.slice(0, excerptLength)}</span>
      </div>
      <div className="list-side">
        <MailStatus mail={mail} />
        <span className="hint">
          <Ago at={created_at} />
        </span>
      </div>
    </li>
  )
}
