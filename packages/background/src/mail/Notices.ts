/** Texts of mails to members. They name who did something, and nothing that the member might not see. */
import type { MailNotice, Notice } from "@candor/domain/mail/AutomaticMail"
import { escaped, hidden } from "@candor/mail/Marks"

const told: Readonly<Record<MailNotice, { readonly subject: (by: string) => string; readonly what: (by: string) => string }>> = {
  mention: { subject: (by) => `${by} mentioned you in a note`, what: (by) => `${by} mentioned you in a note.` },
  feedback_request: { subject: (by) => `${by} asks for your feedback`, what: (by) => `${by} asks for your feedback on an application.` },
  team: { subject: (by) => `${by} took you into a team`, what: (by) => `${by} took you into the team of a job.` }
}

/** Returns subject and text of a mail to a member. `consoleUrl` is where the console is; null where that is not known. */
export const noticeText = ({ about, application_id }: Notice, by: string, consoleUrl: string | null) => {
  const { subject, what } = told[about]
  // What is asked for is opened at once.
  const asked = about === "feedback_request" ? "?open=feedback" : ""
  const place = consoleUrl === null ? null : application_id === null ? consoleUrl : `${consoleUrl}/applications/${application_id}${asked}`
  return {
    subject: subject(by),
    body: `${what(escaped(hidden(by)))}\n\n${place === null ? "Open Candor to see it." : `See it: <${place}>`}\n\nWhich mails you get is chosen in your account.`
  }
}
