/**
 * The operations that no tool calls, each with the reason, which a model that asks for one is told. Tools call all
 * others of the contract, including future ones: a test reads the contract.
 */

/** Conversations are stored as transcripts, and a secret would stay in them. */
const secret = "its answer has a secret, which would stay in the transcript. The user does this in Candor"

const bearer = "whoever has the address acts as the candidate. The user copies it in Candor"

const password =
  "it takes the password of a mail server, which would stay in the transcript. The user does this in Candor"

const calendar =
  "it takes the private address or the password of a calendar, which would stay in the transcript. The user does this in Candor"

const picture = "it is about a picture. The user does this in Candor"

const page = "it answers with a page of HTML. The user looks at it in Candor"

const bytes =
  "it answers with the bytes of a file. The user opens the file in Candor; `Attachments.text` and `CandidateAttachments.text` have its text"

const applicants = "it is for applicants, without a key. Applications.create makes an application"

export const keptOperations: ReadonlyMap<string, string> = new Map([
  ["ApiKeys.create", secret],
  ["ApiKeys.rotate", secret],
  ["Me.makeCalendarFeed", secret],
  ["Members.createSignInLink", secret],
  ["Webhooks.create", secret],
  ["Webhooks.rotateSecret", secret],
  ["SchedulingLinks.address", bearer],
  ["MailAccounts.put", password],
  ["BusyCalendars.create", calendar],
  ["Boards.cover", picture],
  ["Boards.logo", picture],
  ["Boards.setCover", picture],
  ["Boards.setLogo", picture],
  ["Boards.preview", page],
  ["Jobs.previewPosting", page],
  ["Messages.html", page],
  ["Attachments.content", bytes],
  ["CandidateAttachments.content", bytes],
  ["Messages.content", bytes],
  ["Submissions.content", bytes],
  ["Organizations.export", bytes],
  ["Postings.apply", applicants],
  ["Postings.challenge", applicants]
])
