/** Loads mails and the mail account for several pages. */
import {
  type ConnectedServers,
  type MailAccount,
  type MailCounts,
  type MailTemplate,
  type MessageListItem,
  responseOf,
  type TemplateVariable
} from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, partStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { type LoadedValue, useLoaded } from "../../api/useLoaded.ts"
import { type PagedList, usePaged } from "../../api/usePaged.ts"
import { t } from "../../language/text.tsx"
import { useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"

export type Mail = MessageListItem

export type Selection = "replies" | "unassigned" | "undelivered" | "queued"

/** The account, and whether mails are written to the service's log instead of being sent. */
export interface Account extends MailAccount {
  readonly is_logged: boolean
  /** The base URL of links in mails to members; null if such mails have no links. */
  readonly public_url: string | null
  /** The providers at which accounts can be connected. */
  readonly providers: ReadonlyArray<"google" | "microsoft">
  /** The servers of the connected account's provider. */
  readonly connected_servers: ConnectedServers | null
  /** Its entity tag at the time of loading. */
  readonly etag: string | undefined
}

export const loadMailAccount = async (signal?: AbortSignal): Promise<Account> => {
  const answer = await candor.mailAccounts.get({ signal })
  const { connected_servers, is_logged, mail_account, providers, public_url } = answer
  return { ...mail_account, connected_servers, is_logged, providers, public_url, etag: responseOf(answer).etag }
}

export const useMailAccount = (): LoadedValue<Account> => useLoaded(["mail_account"], loadMailAccount)

interface Templates {
  readonly mail_templates: ReadonlyArray<MailTemplate>
  readonly variables: ReadonlyArray<TemplateVariable>
}

/** Loads the templates by name, and their possible variables. */
export const useTemplates = (): LoadedValue<Templates> =>
  useLoaded(["mail_template"], (signal) => candor.mailTemplates.list({ signal }))

/** Loads the mails of an application, newest first. */
export const useThread = (application: string): PagedList<Mail> =>
  usePaged(
    ["message", application],
    (query, signal) => candor.messages.ofApplication(application, query, { signal }),
    ({ messages }) => messages,
    partStaleTime
  )

/** Loads the mails that need attention. */
export const useMails = (select: Selection): PagedList<Mail> => {
  const deleted = useDeleted()
  const list = usePaged(
    ["message", "list", select],
    (query, signal) => candor.messages.list({ select, ...query }, { signal }),
    ({ messages }) => messages
  )
  const { value } = list
  return value === undefined
    ? list
    : { ...list, value: { ...value, items: value.items.filter(({ id }) => !deleted.has(id)) } }
}

/** Loads the numbers of mails that need attention. */
export const useMailCounts = (): LoadedValue<MailCounts> =>
  useLoaded(["message", "list", "counts"], (signal) => candor.overviews.mails({ signal }))

/** Reloads mails after a change by this tab. The event of the change updates cards. */
export const reloadMails = () => Promise.all(["message", "waiting"].map((noun) => reloadChanged([noun])))

/**
 * Returns whether a mail waits to be marked as done; for a reply, only while none of `thread`, the mails of its
 * application, is newer.
 */
export const awaits = (
  { application_id, created_at, handled_at, is_automatic, status }: Mail,
  thread: ReadonlyArray<Mail> = []
): boolean =>
  application_id !== null && handled_at === null &&
  (status === "failed" || status === "bounced" || status === "received" && !is_automatic) &&
  !thread.some((other) =>
    other.created_at > created_at && other.status !== "cancelled" && other.status !== "failed" &&
    other.status !== "bounced" && !(other.status === "received" && other.is_automatic)
  )

/** Returns an action that marks a mail as done, with an undo. */
export const useMarkDone = () => {
  const tell = useNotice()
  return useAction(async ({ id }: { readonly id: string }) => {
    const mark = async (is_done: boolean) => {
      await candor.messages.done(id, { is_done })
      await reloadMails()
    }
    await mark(true)
    tell(t("Marked as done"), { about: id, undo: () => mark(false) })
  })
}

/** Returns why no email can be sent at all; undefined if they can. */
export const whyUnsent = (
  { is_logged, sender_email, smtp }: Pick<Account, "is_logged" | "sender_email" | "smtp">
): string | undefined =>
  sender_email === null
    ? t("Email isn't set up yet, so nothing can be sent.")
    : smtp === null && !is_logged
    ? t("No outgoing server is set up, so nothing can be sent.")
    : undefined

/**
 * The same for the organization's account, once it is loaded. It is cached, so that going from application to
 * application loads it once.
 */
export const useWhyUnsent = (): string | undefined => {
  const { value } = useLoaded(["mail_account"], loadMailAccount, feedStaleTime)
  return value === undefined ? undefined : whyUnsent(value)
}

/** Returns the name of a mail's sender or recipient, else the address. */
export const shownName = ({ email, name }: Mail["sender"]): string => name ?? email

/** `Maya Chen <maya@example.com>`. */
export const fullAddress = ({ email, name }: Mail["sender"]): string => name === null ? email : `${name} <${email}>`

/** Returns the time that orders a mail in its conversation: when it was received, sent or written. */
export const timeOf = ({ created_at, sent_at, status }: Mail): string =>
  status === "received" ? created_at : sent_at ?? created_at
