import { noticeText } from "@candor/background/mail/Notices"
import { ApplicationId, UserId } from "@candor/domain/Id"
import { htmlOf } from "@candor/mail/Markdown"
import { expect, test } from "bun:test"

test("the link of a request for feedback opens its form, and that of a mention the application", () => {
  const application_id = ApplicationId.make("01a11b12-60d4-7e3f-95a8-c1740b2de694")
  const member_id = UserId.make("01a11b12-60d4-7e3f-95a8-c1740b2de693")
  const linkOf = (about: "mention" | "feedback_request") =>
    /<(.+)>/.exec(noticeText({ kind: "notice", about, member_id, by: null, application_id, key: "" }, "Ada", "https://jobs.example/console").body)?.[1]
  expect([linkOf("feedback_request"), linkOf("mention")]).toEqual([
    `https://jobs.example/console/applications/${application_id}?open=feedback`,
    `https://jobs.example/console/applications/${application_id}`
  ])
})

test("a member's name in a mail to others is text", () => {
  const member_id = UserId.make("01a11b12-60d4-7e3f-95a8-c1740b2de693")
  const notice = { kind: "notice", about: "mention", member_id, by: null, application_id: null, key: "" } as const
  const { body, subject } = noticeText(notice, "[Sign in](https://evil.example) *now*", null)
  expect(subject).toBe("[Sign in](https://evil.example) *now* mentioned you in a note")
  expect(htmlOf(body)).toStartWith("<p>[Sign in](https://evil.example) *now* mentioned you in a note.</p>")
})
