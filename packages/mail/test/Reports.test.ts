/** What reports of mail servers say of our mails. */
import type { DeliveryReport } from "@candor/domain/mail/ReceivedMail"
import { expect, test } from "bun:test"
import { lines, readMail } from "./RawMails.ts"

const id = "<01a11b12-60d4-7e3f-95a8-c1740b2de693@harbor.example>"
const original = ["Return-Path: <jobs@harbor.example>", `Message-ID: ${id}`, "Subject: Your application"]

const report = (
  status: ReadonlyArray<string>,
  copy: ReadonlyArray<string> = ["Content-Type: text/rfc822-headers", "", ...original]
) => [
  "Return-Path: <>",
  "From: MAILER-DAEMON@mx.example (Mail Delivery System)",
  "Subject: Undelivered",
  "Message-ID: <report@mx.example>",
  "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b/1\"",
  "",
  "This is a MIME-encapsulated message.",
  "--b/1",
  "",
  "I'm sorry.",
  "--b/1",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mx.example",
  "",
  ...status,
  "--b/1",
  ...copy,
  "--b/1--"
]

const bounced = (detail: string | null): DeliveryReport => ({ internet_message_id: id, outcome: "bounced", detail })
const postmaster = [
  "Return-Path: <>",
  "From: Mail Delivery System <mailer-daemon@mx.example>",
  "Subject: Mail delivery failed: returning message to sender"
]

const reports: ReadonlyArray<readonly [name: string, mail: ReadonlyArray<string>, report: DeliveryReport | null]> = [
  [
    "failed",
    report([
      "Final-Recipient: rfc822; no@mx.example",
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 <no@mx.example>: No such",
      "    user"
    ]),
    bounced("550 5.1.1 <no@mx.example>: No such user")
  ],
  ["failed, of which only the status is told", report(["Action: failed", "Status: 5.7.1"]), bounced("5.7.1")],
  ["delayed", report(["Action: delayed", "Status: 4.4.1"]), {
    internet_message_id: id,
    outcome: "delayed",
    detail: "4.4.1"
  }],
  ["delivered", report(["Action: delivered", "Status: 2.0.0"]), {
    internet_message_id: id,
    outcome: "delivered",
    detail: "2.0.0"
  }],
  ["relayed", report(["ACTION: Relayed (to mx2)", "Status: 2.1.9"]), {
    internet_message_id: id,
    outcome: "delivered",
    detail: "2.1.9"
  }],
  [
    "two recipients, one of whom failed",
    report(["Action: delivered", "", "Action: failed", "Diagnostic-Code: smtp;552 full"]),
    bounced("552 full")
  ],
  [
    "the whole mail attached",
    report(["Action: failed", "Status: 5.0.0"], ["Content-Type: message/rfc822", "", ...original, "", "Dear Maya"]),
    bounced("5.0.0")
  ],
  [
    "no copy, but a reply",
    [`In-Reply-To: ${id}`, ...report(["Action: failed", "Status: 5.0.0"], ["", "none"])],
    bounced("5.0.0")
  ],
  ["no copy, but a reply with controls", [
    `In-Reply-To: ${id.replace("@", "\0@\u0007")}`,
    ...report(["Action: failed", "Status: 5.0.0"], ["", "none"])
  ], bounced("5.0.0")],
  ["a mail of somebody else", report(["Action: failed", "Status: 5.0.0"], ["", "none"]), null],
  [
    "Exim",
    [
      "X-Failed-Recipients: no@mx.example",
      ...postmaster,
      "",
      "This message was created automatically by mail delivery software.",
      "",
      "  no@mx.example",
      "    host mx.example [192.0.2.1]",
      "    SMTP error from remote mail server after RCPT TO:<no@mx.example>:",
      "    550 Unrouteable address",
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
      ...original,
      "",
      "Dear Maya"
    ],
    bounced("550 Unrouteable address")
  ],
  [
    "qmail",
    [
      "Return-Path: <>",
      "From: MAILER-DAEMON@mx.example",
      "Subject: failure notice",
      "",
      "Hi. This is the qmail-send program at mx.example.",
      "I'm afraid I wasn't able to deliver your message.",
      "",
      "<no@mx.example>:",
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      ...original
    ],
    bounced("Sorry, no mailbox here by that name. (#5.1.1)")
  ],
  [
    "Exchange, without a standard",
    [
      "From: postmaster@mx.example",
      "Subject: Undeliverable: Your application",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "Your message did not reach some recipients.",
      "--b",
      "Content-Type: message/rfc822",
      "",
      ...original,
      "",
      "x",
      "--b--"
    ],
    bounced(null)
  ],
  [
    "one that goes on trying",
    [
      ...postmaster,
      "",
      "Your message has not yet been delivered. It will be retried.",
      "451 4.7.1 Greylisted",
      "",
      ...original
    ],
    { internet_message_id: id, outcome: "delayed", detail: "451 4.7.1 Greylisted" }
  ],
  ["a read receipt", [
    "From: maya@harbor.example",
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
    "",
    "--b",
    "",
    "read",
    "--b",
    "Content-Type: message/disposition-notification",
    "",
    `Original-Message-ID: ${id}`,
    "--b--"
  ], null],
  ["a vacation", [
    "Return-Path: <>",
    "From: maya@harbor.example",
    "Auto-Submitted: auto-replied",
    `In-Reply-To: ${id}`,
    "",
    "I am away until May 500"
  ], null],
  ["a person who writes as postmaster", [
    "From: postmaster@firm.example",
    `In-Reply-To: ${id}`,
    "",
    "Yes, in room 500. The link does not exist."
  ], null],
  [
    "an absence that looks like one",
    [
      "Return-Path: <>",
      "From: maya@mail.example",
      `References: ${id}`,
      "Auto-Submitted: auto-replied",
      "Subject: Re: Your application",
      "",
      "I am away. My old address does not exist any more."
    ],
    null
  ],
  ["an absence without headers of one", [
    "Return-Path: <>",
    "From: maya@mail.example",
    `References: ${id}`,
    "Subject: Away",
    "",
    "My mailbox is full. User unknown. 550 is my room."
  ], null],
  ["an absence with a copy of the letter", [
    "Return-Path: <>",
    "From: maya@mail.example",
    "Subject: Away",
    "",
    "My old address does not exist any more.",
    "",
    ...original
  ], null],
  ["a postmaster who answers", [
    "From: postmaster@firm.example",
    `References: ${id}`,
    "Subject: Re: Your application",
    "",
    "Your link does not exist, and delivery fails."
  ], null],
  ["a postmaster who sends our letter back by hand", [
    "From: postmaster@firm.example",
    "Subject: Fwd: Your application",
    "",
    "This user does not exist.",
    "",
    ...original
  ], null],
  ["a daemon's mail that names our letter, and says nothing of its delivery", [
    "From: mailer-daemon@mx.example",
    `References: ${id}`,
    "Subject: Quota",
    "",
    "The mailbox is nearly full."
  ], null],
  ["a bounce in German", [
    "Return-Path: <>",
    "From: postmaster@mx.example",
    "Subject: Unzustellbar: Ihre Bewerbung",
    "",
    "550 5.1.1 Benutzer unbekannt",
    "",
    ...original
  ], bounced("550 5.1.1 Benutzer unbekannt")],
  [
    "Original-Envelope-Id alone",
    report([]).flatMap((line) =>
      line.startsWith("Reporting-MTA")
        ? [line, `Original-Envelope-Id: ${id.slice(1, -1)}`, "", "Action: failed", "Status: 5.1.1"]
        : [line]
    ).map((line) => line.startsWith("Message-ID: <01a") ? "X-None: 1" : line),
    bounced("5.1.1")
  ],
  [
    "Original-Envelope-Id in xtext",
    report([]).flatMap((line) =>
      line.startsWith("Reporting-MTA")
        ? [line, `Original-Envelope-Id: +3C${id.slice(1, -1)}+3E`, "", "Action: failed", "Status: 5.1.1"]
        : [line]
    ).map((line) => line.startsWith("Message-ID: <01a") ? "X-None: 1" : line),
    bounced("5.1.1")
  ],
  ["a person who quotes one", [
    "From: maya@harbor.example",
    "Subject: Undelivered?",
    "",
    "550 No such user",
    ...original
  ], null]
]
test.each(reports)("a report: %s", async (_, mail, expected) => {
  expect((await readMail(lines(...mail))).report).toEqual(expected)
})

test("the parts of a report are its files", async () => {
  const { body, files } = await readMail(lines(...report(["Action: failed"])))
  expect({ body, names: files.map(({ name }) => name) }).toEqual({
    body: "I'm sorry.",
    names: ["delivery-status.txt", "headers.txt"]
  })
})
