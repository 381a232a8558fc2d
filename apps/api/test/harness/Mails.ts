/** Mails of an organization for tests of the console: the results of the workers, without mail servers. */
import { having } from "./Client.ts"
import type { World } from "./World.ts"
import type { Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { ApplicationId, MessageId, UserId } from "@candor/domain/Id"
import * as Delivery from "@candor/domain/mail/Delivery"
import type { ForwardedReply } from "@candor/domain/mail/ForwardedReply"
import { record } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { Mailboxes } from "@candor/domain/mail/Mailboxes"
import type { Trouble } from "@candor/domain/mail/MailServer"
import type { MessageState } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { receive, type ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { later } from "@candor/domain/Timestamp"
import { Effect, Schema } from "effect"

export const smtp = {
  host: "smtp.acme.example",
  port: 587,
  security: "starttls",
  username: "jobs@acme.example"
} as const
export const imap = { host: "imap.acme.example", port: 993, security: "tls", username: "jobs@acme.example" } as const

interface Template {
  readonly id: string
  readonly name: string
}

interface Mail {
  readonly id: string
  readonly status: string
  readonly subject: string
  readonly body: string
  readonly send_at: string | null
  readonly created_at: string
}

/** Functions that act on the mails of the world's own organization. */
export const mails = ({ backend, call, own }: World) => {
  const { admin, write } = own.keys
  const worker: Worker = { organization_id: own.organization.id, worker: "mail", request_id: crypto.randomUUID() }

  const setUp = async (more: object = {}) =>
    having(200)(
      await call("PUT", "/organization/mail", {
        key: admin,
        body: {
          sender_name: "Acme careers",
          sender_email: "jobs@acme.example",
          smtp: { ...smtp, password: "secret" },
          imap: { ...imap, password: "secret" },
          ...more
        }
      })
    )

  const template = async (more: object = {}) =>
    having(201)(
      await call<{ readonly mail_template: Template }>("POST", "/mail-templates", {
        key: write,
        body: {
          name: "Invitation",
          subject: "Your application as {{ job.title }}",
          body: "Dear {{ candidate.first_name }},\n\nplease come **soon**.\n\n{{ sender.full_name }}",
          ...more
        }
      })
    ).body.mail_template

  const rule = async (template_id: string, more: object = {}) =>
    having(201)(
      await call("POST", "/mail-rules", {
        key: admin,
        body: { name: crypto.randomUUID(), trigger: "rejected", template_id, ...more }
      })
    )

  const thread = async (application: string) =>
    (await call<{ readonly messages: ReadonlyArray<Mail> }>("GET", `/applications/${application}/messages`, {
      key: write
    })).body.messages

  const written = async (application: string, more: object = {}) =>
    having(201)(
      await call<{ readonly message: Mail }>("POST", `/applications/${application}/messages`, {
        key: write,
        body: { subject: "Your application", body: "Dear Grace,\n\nplease come.", ...more }
      })
    ).body.message

  type Decide = (message: MessageState, context: DecisionContext<Worker>) => ReturnType<typeof Delivery.claim>

  const modify = (id: string, decide: Decide) =>
    backend.run(
      Effect.flatMap(Messages, (messages) =>
        messages.modify(worker, Schema.decodeSync(MessageId)(id), (message, context) =>
          decide(message, { ...context, actor: worker })))
    )

  const claim = (id: string) =>
    modify(id, (message, context) => Delivery.claim(message, later(context.now, 60_000), context))

  /** Marks a mail as accepted by the server. */
  const send = async (id: string) => {
    await claim(id)
    await modify(id, (message, context) => Delivery.succeed(message, null, context))
  }

  /** Marks a mail as permanently refused. */
  const refuse = async (id: string, failure: string) => {
    await claim(id)
    await modify(id, (message, context) => Delivery.fail(message, failure, context))
  }

  /** Receives a mail. */
  const arrive = (
    application: string | null,
    more: Partial<ReceivedMail> = {},
    forwarded: ForwardedReply | null = null
  ) => {
    const key = crypto.randomUUID()
    const mail: ReceivedMail = {
      internet_message_id: `<${key}@example.com>`,
      in_reply_to: null,
      reference_ids: [],
      sender: { name: "Grace Hopper", email: "grace@example.com" },
      recipients: [{ name: null, email: "jobs@acme.example" }],
      copies: [],
      subject: "Re: Your application",
      body: "Gladly.",
      html: null,
      sent_at: null,
      sender_check: null,
      is_automatic: false,
      report: null,
      attached: [],
      key,
      ...more
    }
    const application_id = application === null ? null : Schema.decodeSync(ApplicationId)(application)
    return backend.run(
      Effect.flatMap(
        Mailboxes,
        (mailboxes) =>
          mailboxes.receive(
            worker,
            key,
            application_id,
            (application, context) => receive(mail, [], application, context, forwarded)
          )
      )
    )
  }

  /** Receives a reply to the application that a member forwards as an attachment. */
  const forward = (application: string, subject: string) =>
    arrive(null, { sender: { name: "Jonas", email: "jonas@acme.example" }, subject, body: "See below." }, {
      member: { id: UserId.make(crypto.randomUUID()), full_name: "Jonas Weber" },
      application_id: ApplicationId.make(application),
      sender: { name: "Lise Meitner", email: "lise@example.com" },
      subject: "Re: Your application",
      body: "Tuesday suits me.",
      sent_at: null,
      answer: "asked"
    })

  /** Makes a server fail, or work again. */
  const server = (which: "smtp" | "imap", trouble: Trouble | null) =>
    backend.run(
      Effect.flatMap(MailAccounts, (accounts) =>
        accounts.modify(worker, (account, context) =>
          record(account, which, trouble, { ...context, actor: worker })))
    )

  return { setUp, rule, template, thread, written, send, refuse, arrive, forward, server }
}
