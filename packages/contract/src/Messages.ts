/** Mails to candidates, and their replies. */
import { described, named } from "@candor/domain/Described"
import { ApplicationId, AttachmentId, MailTemplateId, MessageId } from "@candor/domain/Id"
import { MessageDraft } from "@candor/domain/mail/Letter"
import { MailAddress } from "@candor/domain/mail/MailAddress"
import { RenderedMail } from "@candor/domain/mail/MailTemplate"
import { maxFileBytes, maxMessages, maxWaiting, Message, MessageListItem } from "@candor/domain/mail/Message"
import { MessageSelection } from "@candor/domain/mail/Messages"
import { Pagination } from "@candor/domain/Pagination"
import { spelled } from "@candor/domain/Spelling"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { download } from "./Attachments.ts"
import { WriteScope } from "./Authorization.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  ForLimitedMembers,
  noQuery,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneMessage = Schema.Struct({ message: Message })
const params = { messageId: pathId(MessageId) }
const ofApplication = { id: pathId(ApplicationId) }

const Page = Schema.Struct({
  messages: Schema.Array(MessageListItem).pipe(described("The mails of the page, newest first")),
  pagination: Pagination,
  next_cursor: NextCursor
})

const Preview = Schema.Struct({
  ...RenderedMail.fields,
  recipient: Schema.NullOr(MailAddress).pipe(
    described("The recipient; null if the candidate has no address")
  )
}).pipe(named("MessagePreview", "A preview of a mail to a candidate"))

const PreviewDraft = Schema.Struct({
  ...MessageDraft.fields,
  is_automatic: Schema.optionalKey(Schema.Boolean).pipe(
    described("Whether to preview it as an automatic mail, such as that of a rejection", false)
  )
}).pipe(
  named("MessagePreviewDraft", "A mail to a candidate to preview", {
    subject: "Your application",
    body: "Dear Maya,\n\nplease come."
  })
)

const RejectionLetter = Schema.Struct({
  template_id: Schema.NullOr(MailTemplateId).pipe(
    described("The template of the email; null if none is sent", null)
  ),
  delay_minutes: Schema.Int.pipe(
    described("The delay in minutes, also for another template chosen at the rejection", 1440)
  )
}).pipe(named("RejectionLetter", "The email that follows a rejection"))

const Assignment = Schema.Struct({ application_id: ApplicationId }).pipe(
  named("MessageAssignment", "The application that a mail belongs to")
)

const Answer = Schema.Struct({
  is_reply: Schema.Boolean.pipe(
    described("Whether the forwarded mail belongs to the conversation that it refers to", false)
  )
}).pipe(named("ForwardedReplyAnswer", "Whether a forwarded mail belongs to the conversation that it refers to"))

const Done = Schema.Struct({
  is_done: Schema.Boolean.pipe(described("Whether nothing is left to do with the mail", true))
}).pipe(named("MessageDone", "Whether nothing is left to do with a mail"))

export class Messages extends HttpApiGroup.make("Messages")
  .add(
    HttpApiEndpoint.get("ofApplication", "/applications/:id/messages", {
      params: ofApplication,
      query: pageQuery,
      success: Page,
      error: resourceErrors
    })
      .annotateMerge(
        documented(
          "List the mails of an application",
          "Returns sent, queued and received mails, newest first."
        )
      ),
    HttpApiEndpoint.post("write", "/applications/:id/messages", {
      params: ofApplication,
      query: noQuery,
      payload: MessageDraft,
      success: OneMessage.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { message: { status: "queued", sent_at: null, attempts: 0 } })
      .annotateMerge(
        documented(
          "Write to a candidate",
          "Sends a mail to the candidate's address now, after `delay_seconds` or at `send_at`, from a template " +
            "or with `subject` and `body`, which are sent unchanged. Replies are added to the application. Files " +
            `have at most ${maxFileBytes} bytes in all, and an application ${maxMessages.limit} mails, of which ` +
            `${maxWaiting.limit} of an organization wait; more are 400 with \`details.limit\`. Also 400 if the ` +
            "organization has not set up mail, or the candidate has no address."
        )
      ),
    HttpApiEndpoint.post("preview", "/applications/:id/messages/preview", {
      params: ofApplication,
      query: noQuery,
      payload: PreviewDraft,
      success: Schema.Struct({ mail: Preview }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotateMerge(documented("Preview a mail", "Stores and sends nothing.")),
    HttpApiEndpoint.get("rejectionLetter", "/applications/:id/rejection-letter", {
      params: ofApplication,
      query: {
        reason: Schema.optionalKey(Line).pipe(
          described("The name of the reason; case is ignored", "Salary expectations")
        )
      },
      success: Schema.Struct({ rejection_letter: RejectionLetter }),
      error: [...resourceErrors, Errors.InvalidRequest]
    }).annotateMerge(
      documented(
        "Get the email that would follow a rejection",
        "Returns the email that would be sent if the application were rejected now without a template: that of " +
          "the reason, else of the matching rule of automatic emails."
      )
    ),
    HttpApiEndpoint.get("list", "/messages", {
      query: {
        select: spelled(MessageSelection).pipe(
          described(
            "`replies`: candidates' last mails of the last 90 days that nobody has answered or marked as done; " +
              "`unassigned`: received mails that belong to no application; `undelivered`: mails of the last 30 " +
              "days that were refused or bounced, if the candidate has got no mail since and nobody has marked " +
              "them as done; `queued`: mails that should have been sent more than 10 minutes ago"
          )
        ),
        ...pageQuery
      },
      success: Page
    }).annotateMerge(documented("List mails that need attention", "Newest first.")),
    HttpApiEndpoint.get("get", "/messages/:messageId", {
      params,
      query: noQuery,
      success: OneMessage,
      error: resourceErrors
    })
      .annotateMerge(documented("Get a mail", "Returns a mail of any application, or an unassigned one.")),
    HttpApiEndpoint.get("html", "/messages/:messageId/html", {
      params,
      query: noQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })).annotate({
        description: "The mail as its sender formatted it",
        examples: ["<p>Dear Jonas,</p><p>thank you, Tuesday suits me.</p>"]
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get the HTML of a mail",
        "Returns the HTML of a received mail. Its Content-Security-Policy allows no scripts, forms or resources " +
          "of other servers. 404 if `has_html` is false."
      )
    ),
    HttpApiEndpoint.get("content", "/messages/:messageId/files/:fileId/content", {
      params: { ...params, fileId: pathId(AttachmentId) },
      query: noQuery,
      ...download
    }).annotateMerge(
      documented(
        "Download a file of a mail",
        "Works even before the mail belongs to an application, like other downloads (`GET …/attachments/{attachmentId}/content`)."
      )
    ),
    HttpApiEndpoint.post("cancel", "/messages/:messageId/cancel", {
      params,
      query: noQuery,
      success: OneMessage,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { message: { status: "cancelled", sent_at: null } })
      .annotateMerge(
        documented(
          "Cancel a queued mail",
          "A mail that is sent or being sent is 400; a cancelled mail is returned unchanged."
        )
      ),
    HttpApiEndpoint.post("retry", "/messages/:messageId/retry", {
      params,
      query: noQuery,
      success: OneMessage,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { message: { status: "queued", sent_at: null } })
      .annotateMerge(
        documented(
          "Send a refused mail again",
          "Only a mail with the status `failed` can be sent again; others are 400."
        )
      ),
    HttpApiEndpoint.post("done", "/messages/:messageId/done", {
      params,
      query: noQuery,
      payload: Done,
      success: OneMessage,
      error: [...resourceErrors, ...bodyErrors]
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { message: { status: "received" } })
      .annotateMerge(
        documented(
          "Mark a mail as done",
          "Removes a reply that needs no answer, or an undelivered mail, from the mails that need attention; " +
            "`false` puts it back. A mail without an application, or with another status, is unchanged."
        )
      ),
    HttpApiEndpoint.post("assign", "/messages/:messageId/assign", {
      params,
      query: noQuery,
      payload: Assignment,
      success: OneMessage,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { message: { status: "received" } })
      .annotateMerge(
        documented(
          "Assign a mail to an application",
          "Assigns an unassigned mail, its files and later replies to the application. A mail of another application is 400."
        )
      ),
    HttpApiEndpoint.post("answerForwarded", "/messages/:messageId/forwarded", {
      params,
      query: noQuery,
      payload: Answer,
      success: OneMessage,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { message: { status: "received" } })
      .annotateMerge(
        documented(
          "Confirm or decline a forwarded reply",
          "A member can forward a candidate's reply as an attached mail. Because it may be forged, a person " +
            "must confirm where it belongs (`forwarded`). `true` assigns it to the application that the reply " +
            "names, as the member's mail; `false` leaves it where it is. For a mail without a forwarded reply, " +
            "`true` is 400. Also 404 if the caller may not see the application."
        )
      ),
    HttpApiEndpoint.delete("delete", "/messages/:messageId", {
      params,
      query: noQuery,
      success: Deleted,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
      .middleware(WriteScope)
      .annotateMerge(
        documented(
          "Delete a mail",
          "Deletes an unassigned email with its files. Returns 400 for an email of an application, which is deleted with that application."
        )
      )
  )
  .annotate(OpenApi.Description, "Mails to candidates, and their replies.")
{}
