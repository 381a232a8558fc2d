/** What failures of a mailbox mean. */
import type { Trouble } from "@candor/domain/mail/MailServer"
import { folderTroubleOf, troubleOf } from "@candor/mail/receiving/ImapTrouble"
import { expect, test } from "bun:test"

const refused = (fields: object) => Object.assign(new Error("Command failed"), { responseStatus: "NO" }, fields)

const failures: ReadonlyArray<
  readonly [name: string, error: unknown, problem: Trouble["problem"], detail: string | null]
> = [
  [
    "a wrong password",
    refused({
      authenticationFailed: true,
      response: "3 NO [AUTHENTICATIONFAILED] Authentication failed.",
      serverResponseCode: "AUTHENTICATIONFAILED"
    }),
    "authentication",
    "3 NO [AUTHENTICATIONFAILED] Authentication failed."
  ],
  [
    "too many connections at signing in",
    refused({ authenticationFailed: true, responseText: "[ALERT] Too many simultaneous connections. (Failure)" }),
    "busy",
    "[ALERT] Too many simultaneous connections. (Failure)"
  ],
  [
    "a server in trouble",
    refused({ authenticationFailed: true, serverResponseCode: "UNAVAILABLE", responseText: "Try later" }),
    "busy",
    "Try later"
  ],
  [
    "signing in without encryption",
    refused({ authenticationFailed: true, serverResponseCode: "PRIVACYREQUIRED" }),
    "encryption",
    "Command failed"
  ],
  [
    "a full mailbox",
    refused({ serverResponseCode: "OVERQUOTA", responseText: "Quota exceeded" }),
    "mailbox_full",
    "Quota exceeded"
  ],
  [
    "an expired certificate",
    Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" }),
    "certificate",
    "certificate has expired"
  ],
  [
    "a certificate of nobody known",
    Object.assign(new Error("unable to verify"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }),
    "certificate",
    "unable to verify"
  ],
  [
    "a certificate for another name",
    Object.assign(new Error("altnames"), { code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    "certificate",
    "altnames"
  ],
  [
    "no STARTTLS",
    Object.assign(new Error("Server does not support STARTTLS"), { tlsFailed: true }),
    "encryption",
    "Server does not support STARTTLS"
  ],
  ["words before STARTTLS", Object.assign(new Error("data"), { code: "STARTTLS_INJECTION" }), "encryption", "data"],
  ["no greeting", Object.assign(new Error("late"), { code: "GREETING_TIMEOUT" }), "no_answer", "late"],
  [
    "a refused connection",
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    "unreachable",
    "connect ECONNREFUSED"
  ],
  [
    "BYE, with too many users",
    Object.assign(new Error("Connection not available"), {
      code: "NoConnection",
      reason: "Too many users, try again later"
    }),
    "busy",
    "Too many users, try again later"
  ],
  ["throttling", Object.assign(new Error("throttled"), { code: "ETHROTTLE" }), "busy", "throttled"],
  ["anything else that it said", refused({ responseText: "No.\r\nReally" }), "refused", "No. Really"],
  ["nothing", undefined, "refused", null]
]
test.each(failures)("%s", (_, error, problem, detail) => {
  expect(troubleOf(error)).toEqual({ problem, detail })
})

test("a folder that the server refuses without a reason is not there; one that it cannot open now is", () => {
  expect(folderTroubleOf(refused({ responseText: "Mailbox doesn't exist: Nowhere" }))).toMatchObject({
    problem: "folder_missing"
  })
  expect(folderTroubleOf(refused({ serverResponseCode: "INUSE" }))).toMatchObject({ problem: "busy" })
})
