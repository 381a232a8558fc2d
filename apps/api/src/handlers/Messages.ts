import * as TemplateValues from "@candor/background/mail/TemplateValues"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { ApplicationId, MessageId, OrganizationId, UserId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import * as Delivery from "@candor/domain/mail/Delivery"
import { type MessageDraft, textOf, write } from "@candor/domain/mail/Letter"
import { MailRules } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import {
  assign,
  declineForwarded,
  handle,
  MessageNotFound,
  NothingForwarded,
  remove
} from "@candor/domain/mail/Message"
import { type LetterRequest, Messages } from "@candor/domain/mail/Messages"
import { rejectionLetter } from "@candor/domain/mail/RuledMail"
import { isSameName } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { htmlOf } from "@candor/mail/Markdown"
import { fill } from "@candor/mail/Rendering"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { download, sentFiles } from "../files/Downloads.ts"
import { withNextLink } from "../response/NextLink.ts"
import { formatted } from "../response/FormattedMail.ts"

const requestOf = (
  application_id: ApplicationId,
  { attachment_ids = [], reply_to_id }: MessageDraft
): LetterRequest => ({ application_id, attachment_ids, reply_to_id: reply_to_id ?? null, key: null })

export const layer = HttpApiBuilder.group(
  Api,
  "Messages",
  Effect.fnUntraced(function*(handlers) {
    const applications = yield* Applications
    const automatic = yield* AutomaticMails
    const messages = yield* Messages
    const reasons = yield* RejectionReasons
    const rules = yield* MailRules
    const templates = yield* MailTemplates
    const valuesOf = yield* TemplateValues.make
    const sentFile = yield* sentFiles
    const services = yield* Effect.context<AttachmentStore>()

    /** The text of a mail: its own, or that of its template with the values of the application. */
    const rendered = Effect.fnUntraced(function*(
      { organization_id, user_id }: Pick<Actor, "organization_id"> & { readonly user_id: UserId | null },
      application: ApplicationId,
      draft: MessageDraft
    ) {
      if (draft.template_id === undefined) return yield* Effect.fromResult(textOf(draft))
      const template = yield* templates.get(organization_id, draft.template_id)
      return yield* Effect.fromResult(
        fill({ ...template, ...draft }, yield* valuesOf(organization_id, application, user_id))
      )
    })

    const shown = (organization: OrganizationId, id: MessageId) =>
      Effect.map(messages.get(organization, id), (message) => ({ message }))

    return handlers.handleAll({
      ofApplication: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor: { organization_id } } = yield* Caller
        yield* applications.candidateOf(organization_id, params.id).pipe(Effect.mapError(toError))
        const page = yield* messages.list(organization_id, { application_id: params.id }, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { messages: page.items, pagination: page.pagination, next_cursor }
      }),
      list: Effect.fnUntraced(function*({ query: { select, ...query }, request }) {
        const { actor } = yield* Caller
        const page = yield* messages.list(actor.organization_id, select, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { messages: page.items, pagination: page.pagination, next_cursor }
      }),
      write: Effect.fnUntraced(function*({ params: { id: application_id }, payload }) {
        const { actor } = yield* Caller
        const { delay_seconds = 0, send_at = null, template_id = null } = payload
        const delay_millis = delay_seconds * 1000
        const letter = {
          application_id,
          purpose: "letter",
          template_id,
          send_at,
          delay_millis,
          key: null,
          ...yield* rendered(actor, application_id, payload)
        } as const
        const { id } = yield* messages.write(
          actor,
          requestOf(application_id, payload),
          (correspondence, context) => write(letter, correspondence, context)
        )
        return yield* shown(actor.organization_id, id)
      }, Effect.mapError(toError)),
      preview: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const { is_automatic = false, ...draft } = payload
        const { subject, body } = yield* rendered(is_automatic ? { ...actor, user_id: null } : actor, params.id, draft)
        const recipient = yield* messages.recipient(actor, requestOf(params.id, payload))
        return { mail: { subject, body, html: htmlOf(body), recipient } }
      }, Effect.mapError(toError)),
      rejectionLetter: Effect.fnUntraced(function*({ params: { id }, query: { reason = "" } }) {
        const { actor: { organization_id } } = yield* Caller
        const application = yield* automatic.application(organization_id, id)
        if (application === null) return yield* new ApplicationNotFound({ id })
        const named = (yield* reasons.list(organization_id)).find(({ name }) => isSameName(name, reason))
        const all = yield* rules.all(organization_id)
        const rejected = { ...application, rejection_reason: named?.name ?? null }
        return { rejection_letter: rejectionLetter(all, rejected, named?.mail_template_id ?? undefined) }
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return yield* shown(actor.organization_id, params.messageId)
      }, Effect.mapError(toError)),
      html: Effect.fnUntraced(function*({ params: { messageId } }) {
        const { actor } = yield* Caller
        const html = yield* messages.html(actor.organization_id, messageId)
        return html === null ? yield* new MessageNotFound({ id: messageId }) : formatted(html)
      }, Effect.mapError(toError)),
      content: Effect.fnUntraced(function*({ params: { fileId, messageId }, request }) {
        const { actor: { organization_id } } = yield* Caller
        const file = yield* messages.get(organization_id, messageId).pipe(
          Effect.flatMap((message) => sentFile(organization_id, message, fileId)),
          Effect.mapError(toError)
        )
        return yield* Effect.provideContext(download(organization_id, file, request), services)
      }),
      cancel: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* messages.modify(actor, params.messageId, Delivery.cancel)
        return yield* shown(actor.organization_id, params.messageId)
      }, Effect.mapError(toError)),
      retry: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* messages.modify(actor, params.messageId, Delivery.retry)
        return yield* shown(actor.organization_id, params.messageId)
      }, Effect.mapError(toError)),
      done: Effect.fnUntraced(function*({ params, payload: { is_done } }) {
        const { actor } = yield* Caller
        yield* messages.modify(actor, params.messageId, (message, context) => handle(message, is_done, context))
        return yield* shown(actor.organization_id, params.messageId)
      }, Effect.mapError(toError)),
      assign: Effect.fnUntraced(function*({ params, payload: { application_id } }) {
        const { actor } = yield* Caller
        yield* messages.assign(
          actor,
          params.messageId,
          application_id,
          (message, context) => assign(message, application_id, context)
        )
        return yield* shown(actor.organization_id, params.messageId)
      }, Effect.mapError(toError)),
      answerForwarded: Effect.fnUntraced(function*({ params: { messageId }, payload: { is_reply } }) {
        const { actor } = yield* Caller
        const { forwarded } = yield* messages.get(actor.organization_id, messageId)
        const application_id = forwarded?.application_id ?? null
        if (is_reply && application_id !== null) {
          yield* messages.assign(
            actor,
            messageId,
            application_id,
            (message, context) => assign(message, application_id, context)
          )
        } else {
          const declined = yield* messages.modify(
            actor,
            messageId,
            (message, context) => declineForwarded(message, application_id, context)
          )
          if (is_reply)
            return yield* new NothingForwarded({ id: declined.id })
        }
        return yield* shown(actor.organization_id, messageId)
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* messages.remove(actor, params.messageId, remove)
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
