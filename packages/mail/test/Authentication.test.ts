/** What is believed of `Authentication-Results`. */
import { expect, test } from "bun:test"
import { lines, readMail } from "./RawMails.ts"

const received = "Received: from mx.elsewhere.example by mail.acme.example (Postfix) with ESMTPS"
const results = (text: string) => `Authentication-Results: ${text}`

test.each<[what: string, headers: ReadonlyArray<string>, check: "passed" | "failed" | null]>([
  ["none", [received], null],
  ["DMARC that passes", [received, results("mail.acme.example; dmarc=pass header.from=harbor.example")], "passed"],
  ["DMARC that fails, of another server of the operator", [received, results("mx.acme.example 1; spf=pass; dmarc=fail (p=none)")], "failed"],
  ["one without a server", [results("mail.acme.example; dmarc=fail")], null],
  ["one of a stranger", [received, results("mx.elsewhere.example; dmarc=fail")], null],
  ["a stranger's above the server's", [results("elsewhere.example; dmarc=pass"), received, results("mail.acme.example; dmarc=fail")], "failed"],
  ["the server's above a forged one", [results("mail.acme.example; dmarc=fail"), received, results("mail.acme.example; dmarc=pass")], "failed"],
  ["a signature of the domain", [received, results("mail.acme.example; dkim=pass header.d=harbor.example; spf=fail")], "passed"],
  ["a signature of a domain below", [received, results("mail.acme.example; dkim=pass header.i=@mail.harbor.example")], "passed"],
  ["a signature of another domain", [received, results("mail.acme.example; dkim=pass header.d=notharbor.example")], "failed"],
  ["a server of the domain", [received, results("mail.acme.example;\r\n\tspf=pass smtp.mailfrom=\"maya@harbor.example\"; dmarc=none")], "passed"],
  ["a server of another domain", [received, results("mail.acme.example; spf=pass smtp.mailfrom=a@b.example; dkim=none")], "failed"],
  ["a failure in a comment", [received, results("mail.acme.example; dmarc=pass (was; dmarc=fail (really)) header.from=harbor.example")], "passed"],
  ["a failure in a reason", [received, results("mail.acme.example; dkim=pass reason=\"; dmarc=fail\" header.d=harbor.example")], "passed"],
  ["a server that could not look", [received, results("mail.acme.example; spf=temperror; dkim=none")], null],
  ["nothing that was looked at", [received, results("mail.acme.example; none")], null],
  ["a comment without an end", [received, results(`mail.acme.example; ${"(".repeat(50_000)}`)], null]
])("Authentication-Results: %s", async (_, headers, check) => {
  const { sender_check } = await readMail(lines(...headers, "From: Maya Okafor <maya@harbor.example>", "To: jobs@acme.example", "", "Hello"))
  expect(sender_check).toBe(check)
})

test("the author of a mail that a list passes on is not the one whom the server looked at", async () => {
  const { sender, sender_check } = await readMail(lines(
    received, results("mail.acme.example; dmarc=fail"), "From: Maya via Jobs <jobs@list.example>", "Reply-To: maya@harbor.example", "", "Hello"
  ))
  expect([sender.email, sender_check]).toEqual(["maya@harbor.example", null])
})
