import type { Event } from "@candor/domain/event/Event"
import { ApplicationId, JobId, MailRuleId, MailTemplateId, MessageId } from "@candor/domain/Id"
import { isFor, type MailCondition, type MailRuleState, type MailTrigger } from "@candor/domain/mail/MailRule"
import {
  aboutEnded,
  type ApplicationFacts,
  lettersOf,
  type Occasion,
  occasionOf,
  rejectionLetter,
  stands
} from "@candor/domain/mail/RuledMail"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { id } from "./context.ts"

const at = Timestamp.make("2026-11-20T09:00:00.000Z")
const [application_id, job_id] = [ApplicationId.make(id(60)), JobId.make(id(61))]

const eventOf = (type: string, data: Event["data"] = {}, subject_id: string = application_id): Event => ({
  id: id(50),
  sequence: 1,
  type,
  subject_id,
  request_id: "test",
  occurred_at: at,
  data,
  actor: { user_id: null, api_key_id: null, worker: null }
})

const rule = (n: number, trigger: MailTrigger, changes: Partial<MailRuleState> = {}): MailRuleState => ({
  id: MailRuleId.make(id(n)),
  name: `Rule ${n}`,
  trigger,
  job_id: null,
  conditions: [],
  template_id: MailTemplateId.make(id(100 + n)),
  delay_minutes: 0,
  is_on: true,
  created_at: at,
  updated_at: at,
  version: 1,
  ...changes
})

const application: ApplicationFacts = {
  job_id,
  source_type: "LinkedIn",
  tag: ["Rust", "remote"],
  department_id: id(70),
  office_id: null,
  stage: "First talk",
  stage_type: "interview",
  rejection_reason: null,
  status: "active",
  job_status: "published",
  change: "moved",
  entered_at: at,
  interviews: [],
  last_contact_at: null,
  has_mailbox: true
}
const rejected: ApplicationFacts = {
  ...application,
  status: "rejected",
  change: "rejected",
  rejection_reason: "Salary"
}

test.each<readonly [MailCondition[], boolean]>([
  [[], true],
  [[{ field: "source_type", is: ["other", "linkedin"] }], true],
  [[{ field: "source_type", is: ["linkedin"], negated: true }], false],
  [[{ field: "tag", is: ["rust"] }, { field: "stage_type", is: ["interview"] }], true],
  [[{ field: "tag", is: ["rust"] }, { field: "stage", is: ["Offer"] }], false],
  [[{ field: "office_id", is: [id(71)] }], false],
  [[{ field: "office_id", is: [id(71)], negated: true }], true]
])("conditions %j apply: %p", (conditions, expected) => {
  expect(isFor({ job_id: null, conditions }, application)).toBe(expected)
  expect(isFor({ job_id: JobId.make(id(62)), conditions }, application)).toBe(false)
})

/** The letters of an event, with the minutes from `at` in which they are sent. */
const lettersAfter = (event: Event, rules: ReadonlyArray<MailRuleState>, of: ApplicationFacts, now = at) => {
  const occasion = occasionOf(event)
  return occasion === null ?
    [] :
    lettersOf(occasion, rules, of, now).map((
      { key, purpose, send_at, template_id }
    ) => [purpose, template_id, (Date.parse(send_at) - Date.parse(at)) / 60_000, key])
}

const starts_at = later(at, 3 * 86_400_000)
const interview = { application_id, starts_at }

test.each<readonly [string, Event, ReadonlyArray<MailRuleState>, ApplicationFacts, ReturnType<typeof lettersAfter>]>([
  [
    "an application",
    eventOf("application.received"),
    [rule(1, "application_received"), rule(2, "moved")],
    application,
    [
      ["application_received", id(101), 0, `rule ${id(1)} ${id(60)} 2026-11-20`]
    ]
  ],
  [
    "an application, by the rule that says most",
    eventOf("application.resubmitted"),
    [
      rule(1, "application_received", { conditions: [{ field: "tag", is: ["rust"] }] }),
      rule(2, "application_received", { job_id }),
      rule(3, "application_received", { is_on: false, job_id })
    ],
    application,
    [["application_received", id(102), 0, `rule ${id(2)} ${id(60)} 2026-11-20`]]
  ],
  [
    "a move, a minute later at least",
    eventOf("application.moved"),
    [rule(1, "moved"), rule(2, "moved", { delay_minutes: 90 })],
    application,
    [
      ["automatic", id(101), 1, `rule ${id(1)} ${id(60)}`],
      ["automatic", id(102), 90, `rule ${id(2)} ${id(60)}`]
    ]
  ],
  [
    "a move from before the rule",
    eventOf("application.moved"),
    [rule(1, "moved", { created_at: later(at, 1) })],
    application,
    []
  ],
  ["a move that was followed by another", eventOf("application.moved"), [rule(1, "moved")], {
    ...application,
    entered_at: later(at, 1)
  }, []],
  ["a move by which an application was reopened", eventOf("application.moved"), [rule(1, "moved")], {
    ...application,
    change: "reopened"
  }, []],
  ["a move on a job that was closed", eventOf("application.moved"), [rule(1, "moved")], {
    ...application,
    job_status: "closed"
  }, []],
  ["a rejection", eventOf("application.rejected"), [rule(1, "rejected", { delay_minutes: 300 })], rejected, [[
    "rejection",
    id(101),
    300,
    `rule ${id(1)} ${id(60)} ${at}`
  ]]],
  [
    "a rejection for another reason",
    eventOf("application.rejected"),
    [rule(1, "rejected", { conditions: [{ field: "rejection_reason", is: ["Distance"] }] })],
    rejected,
    []
  ],
  [
    "a rejection that chose a template",
    eventOf("application.rejected", { mail_template_id: id(9) }),
    [rule(1, "rejected", { delay_minutes: 5 })],
    rejected,
    [
      ["rejection", id(9), 5, `event ${id(50)}`]
    ]
  ],
  [
    "a rejection that chose none",
    eventOf("application.rejected", { mail_template_id: null }),
    [rule(1, "rejected")],
    rejected,
    []
  ],
  [
    "an interview, before it begins",
    eventOf("interview.scheduled", interview, id(80)),
    [rule(1, "interview", { delay_minutes: 1440 })],
    { ...application, interviews: [starts_at] },
    [
      ["automatic", id(101), 2880, `rule ${id(1)} ${id(60)} ${id(80)} ${starts_at}`]
    ]
  ],
  [
    "an interview that was reopened",
    eventOf("interview.reopened", interview, id(80)),
    [rule(1, "interview", { delay_minutes: 1440 })],
    { ...application, interviews: [starts_at] },
    [
      ["automatic", id(101), 2880, `rule ${id(1)} ${id(60)} ${id(80)} ${starts_at}`]
    ]
  ],
  [
    "an interview of which the candidate is told from now on",
    eventOf("interview.updated", interview, id(80)),
    [rule(1, "interview", { delay_minutes: 1440 })],
    { ...application, interviews: [starts_at] },
    [
      ["automatic", id(101), 2880, `rule ${id(1)} ${id(60)} ${id(80)} ${starts_at}`]
    ]
  ],
  [
    "an interview that begins too soon",
    eventOf("interview.scheduled", interview, id(80)),
    [rule(1, "interview", { delay_minutes: 4320 })],
    { ...application, interviews: [starts_at] },
    []
  ],
  [
    "a letter, without an answer for a day at least",
    eventOf("message.sent", { application_id, purpose: "letter", sent_at: at }, id(90)),
    [rule(1, "unanswered")],
    { ...application, last_contact_at: at },
    [
      ["automatic", id(101), 1440, `rule ${id(1)} ${id(60)}`]
    ]
  ],
  [
    "an automatic email",
    eventOf("message.sent", { application_id, purpose: "automatic", sent_at: at }, id(90)),
    [rule(1, "unanswered")],
    { ...application, last_contact_at: at },
    []
  ],
  ["an event whose data was erased", eventOf("application.moved", null), [rule(1, "moved")], application, []]
])("the emails of %s", (_, event, rules, of, expected) => {
  expect(lettersAfter(event, rules, of)).toEqual(expected)
})

test("of an application that was reopened, what would have been sent meanwhile is left out", () => {
  const occasions = [
    occasionOf(eventOf("application.received"))!,
    occasionOf(eventOf("message.sent", { application_id, purpose: "letter", sent_at: at }, id(90)))!
  ]
  const rules = [
    rule(1, "application_received", { delay_minutes: 1440 }),
    rule(2, "unanswered", { delay_minutes: 1440 })
  ]
  const sent = (now: Timestamp, more: Partial<Occasion>) =>
    occasions.map((occasion) =>
      lettersOf({ ...occasion, ...more }, rules, { ...application, last_contact_at: at }, now).length
    )
  const over = later(at, 1440 * 60_000)
  expect([sent(at, { is_restored: true }), sent(over, { is_restored: true }), sent(over, {})])
    .toEqual([[1, 1], [0, 0], [1, 1]])
})

test.each<readonly [MailTrigger, Partial<ApplicationFacts>, boolean]>([
  ["application_received", {}, true],
  ["application_received", { status: "withdrawn" }, false],
  ["moved", { status: "hired" }, true],
  ["moved", { entered_at: later(at, 1) }, false],
  ["moved", { status: "rejected" }, false],
  ["rejected", { status: "rejected" }, true],
  ["rejected", { status: "rejected", entered_at: later(at, 1) }, false],
  ["interview", { interviews: [at] }, true],
  ["interview", { interviews: [] }, false],
  ["interview", { interviews: [at], status: "withdrawn" }, false],
  ["interview", { interviews: [at], status: "rejected" }, false],
  ["interview", { interviews: [at], job_status: "closed" }, false],
  ["unanswered", { last_contact_at: at }, true],
  ["unanswered", { last_contact_at: later(at, 1) }, false],
  ["unanswered", { last_contact_at: at, has_mailbox: false }, false]
])("an email of the trigger %s that waits stands with %j: %p", (trigger, changes, expected) => {
  const letter = {
    id: MessageId.make(id(90)),
    cause: { trigger, at },
    mail_rule_id: MailRuleId.make(id(1)),
    rule: rule(1, trigger),
    recipient: null,
    application: { ...application, ...changes }
  }
  expect(stands(letter)).toBe(expected)
  for (const gone of [null, rule(1, trigger, { is_on: false }), rule(1, trigger, { job_id: JobId.make(id(62)) })])
    expect(stands({ ...letter, rule: gone })).toBe(false)
})

test("a rejection's email from before emails had causes stands while the application is rejected", () => {
  const letter = { id: MessageId.make(id(90)), cause: null, mail_rule_id: null, rule: null, recipient: null }
  expect([rejected, application].map((application) => stands({ ...letter, application }))).toEqual([true, false])
})

test("what a rejection would send is the template that was chosen, or else the rule's, after the time of the rule or a day", () => {
  const rules = [rule(1, "rejected", { delay_minutes: 60 })]
  expect(rejectionLetter(rules, rejected)).toEqual({ template_id: MailTemplateId.make(id(101)), delay_minutes: 60 })
  expect(rejectionLetter([], rejected, MailTemplateId.make(id(9)))).toEqual({
    template_id: MailTemplateId.make(id(9)),
    delay_minutes: 1440
  })
  expect(rejectionLetter([], rejected)).toEqual({ template_id: null, delay_minutes: 1440 })
})

test("events tell whose emails may hold no longer", () => {
  const events = [
    eventOf("application.moved"),
    eventOf("application.withdrawn"),
    eventOf("message.received", { application_id: id(63) }, id(90)),
    eventOf("note.created"),
    eventOf("message.received", { application_id: null }, id(91)),
    eventOf("mail_rule.deleted", {}, id(1))
  ]
  expect(aboutEnded(events)).toEqual({
    applications: [application_id, ApplicationId.make(id(63))],
    rules: [MailRuleId.make(id(1))]
  })
})
