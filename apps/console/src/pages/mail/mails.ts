/** Mails and the mail account, as the pages share them. */
import { type MailAccount, type MailTemplate, type MessageListItem, responseOf, type TemplateVariable } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { brought, queries } from "../../api/queries.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { type LoadedValue, useLoaded } from "../../api/useLoaded.ts"
import { type PagedList, usePaged } from "../../api/usePaged.ts"

export type Mail = MessageListItem

export type Selection = "unassigned" | "undelivered"

/** The account, and whether mails are shown in the service's log instead of being sent. */
export interface Account extends MailAccount {
  readonly is_logged: boolean
  /** Its entity tag when it was read. */
  readonly etag: string | undefined
}

export const loadMailAccount = async (signal?: AbortSignal): Promise<Account> => {
  const answer = await candor.mailAccounts.get({ signal })
  return { ...answer.mail_account, is_logged: answer.is_logged, etag: responseOf(answer).etag }
}

export const useMailAccount = (): LoadedValue<Account> => useLoaded(["mail_account"], loadMailAccount)

interface Templates {
  readonly mail_templates: ReadonlyArray<MailTemplate>
  readonly variables: ReadonlyArray<TemplateVariable>
}

/** The templates by name, and the variables that they can have. */
export const useTemplates = (): LoadedValue<Templates> => useLoaded(["mail_template"], (signal) => candor.mailTemplates.list({ signal }))

/** The mails of an application, the newest first. */
export const useThread = (application: string): PagedList<Mail> =>
  usePaged(["message", application], (query, signal) => candor.messages.ofApplication(application, query, { signal }), ({ messages }) => messages, brought)

/** Mails that somebody has to look at. */
export const useMails = (select: Selection): PagedList<Mail> => {
  const deleted = useDeleted()
  const list = usePaged(["message", "list", select], (query, signal) => candor.messages.list({ select, ...query }, { signal }), ({ messages }) => messages)
  const { value } = list
  return value === undefined ? list : { ...list, value: { ...value, items: value.items.filter(({ id }) => !deleted.has(id)) } }
}

/** Has what is shown of mails loaded anew, after a change of this tab. */
export const reloadMails = () => queries.invalidateQueries({ queryKey: ["message"] })

/** Whether somebody can write: mails have an address that they come from. */
export const isSetUp = ({ sender_email }: Pick<MailAccount, "sender_email">): boolean => sender_email !== null

/** A person of a mail, by the name where there is one. */
export const shownName = ({ email, name }: Mail["sender"]): string => name ?? email

/** `Maya Chen <maya@example.com>`. */
export const fullAddress = ({ email, name }: Mail["sender"]): string => name === null ? email : `${name} <${email}>`

/** When a mail stands in a conversation: when it came in, was sent or was written. */
export const timeOf = ({ created_at, sent_at, status }: Mail): string => status === "received" ? created_at : sent_at ?? created_at
