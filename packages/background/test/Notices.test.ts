import { noticeText } from "@candor/background/mail/Notices"
import { UserId } from "@candor/domain/Id"
import { htmlOf } from "@candor/mail/Markdown"
import { expect, test } from "bun:test"

test("a member's name in a mail to others is text", () => {
  const member_id = UserId.make("01a11b12-60d4-7e3f-95a8-c1740b2de693")
  const notice = { kind: "notice", about: "mention", member_id, by: null, application_id: null, key: "" } as const
  const { body, subject } = noticeText(notice, "[Sign in](https://evil.example) *now*", null)
  expect(subject).toBe("[Sign in](https://evil.example) *now* mentioned you in a note")
  expect(htmlOf(body)).toStartWith("<p>[Sign in](https://evil.example) *now* mentioned you in a note.</p>")
})
