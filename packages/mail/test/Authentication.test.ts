/** What is believed of `Authentication-Results`. */
import { expect, test } from "bun:test"
import { lines, readMail } from "./RawMails.ts"

const received = "Received: from mx.elsewhere.example by mail.acme.example (Postfix) with ESMTPS"
const results = (text: string) => `Authentication-Results: ${text}`

test.each<[what: string, headers: ReadonlyArray<string>, check: "passed" | "failed" | null]>([
  ["none", [received], null],
  ["DMARC that passes", [received, results("mail.acme.example; dmarc=pass header.from=harbor.example")], "passed"],
  ["DMARC that fails, of another server of the operator", [
    received,
    results("mx.acme.example 1; spf=pass; dmarc=fail (p=none)")
  ], "failed"],
  ["one without a server", [results("mail.acme.example; dmarc=fail")], null],
  ["one of a stranger", [received, results("mx.elsewhere.example; dmarc=fail")], null],
  ["a stranger's above the server's", [
    results("elsewhere.example; dmarc=pass"),
    received,
    results("mail.acme.example; dmarc=fail")
  ], "failed"],
  ["the server's above a forged one", [
    results("mail.acme.example; dmarc=fail"),
    received,
    results("mail.acme.example; dmarc=pass")
  ], "failed"],
  [
    "a signature of the domain",
    [received, results("mail.acme.example; dkim=pass header.d=harbor.example; spf=fail")],
    "passed"
  ],
  [
    "a signature of a domain below",
    [received, results("mail.acme.example; dkim=pass header.i=@mail.harbor.example")],
    "passed"
  ],
  [
    "a signature of another domain",
    [received, results("mail.acme.example; dkim=pass header.d=notharbor.example")],
    "failed"
  ],
  ["a server of the domain", [
    received,
    results("mail.acme.example;\r\n\tspf=pass smtp.mailfrom=\"maya@harbor.example\"; dmarc=none")
  ], "passed"],
  ["a server of another domain", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=a@b.example; dkim=none")
  ], "failed"],
  ["a failure in a comment", [
    received,
    results("mail.acme.example; dmarc=pass (was; dmarc=fail (really)) header.from=harbor.example")
  ], "passed"],
  ["a failure in a reason", [
    received,
    results("mail.acme.example; dkim=pass reason=\"; dmarc=fail\" header.d=harbor.example")
  ], "passed"],
  ["a server that could not look", [received, results("mail.acme.example; spf=temperror; dkim=none")], null],
  ["nothing that was looked at", [received, results("mail.acme.example; none")], null],
  [
    "DMARC of the domain of another author",
    [received, results("mail.acme.example; dmarc=pass header.from=b.example")],
    null
  ],
  ["DMARC in capitals", [received, results("mail.acme.example; dmarc=pass header.from=HARBOR.example")], "passed"],
  ["a server that greets with the domain", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=a@b.example smtp.helo=mail.harbor.example")
  ], "failed"],
  ["a server that greets with the domain, and no more", [
    received,
    results("mail.acme.example; spf=pass smtp.helo=harbor.example; dkim=none")
  ], "failed"],
  ["a server that greets, behind an empty sender", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom= smtp.helo=mail.harbor.example")
  ], null],
  ["a signature of another domain, for one of the domain", [
    received,
    results("mail.acme.example; dkim=pass header.d=b.example header.i=@harbor.example")
  ], "failed"],
  ["a signature in a property of SPF", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=b.example header.d=harbor.example")
  ], "failed"],
  ["escaped quotes in a sender", [
    received,
    results(String.raw`mail.acme.example; spf=pass smtp.mailfrom="\"; dmarc=pass x=\""@b.example`)
  ], "failed"],
  ["an escaped quote in a reason", [
    received,
    results(String.raw`mail.acme.example; dkim=none reason="\"; dmarc=pass \""; dmarc=fail`)
  ], "failed"],
  ["an address in quotes before another domain", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=\"maya@harbor.example\"@b.example")
  ], "failed"],
  ["an escaped bracket in a comment", [
    received,
    results(String.raw`mail.acme.example; dkim=none (\) ; dmarc=pass x\)); dmarc=fail`)
  ], "failed"],
  [
    "quotes in a comment",
    [received, results("mail.acme.example; dmarc=fail (\") ; dkim=pass header.d=b.example (\")")],
    "failed"
  ],
  ["brackets in quotes", [
    received,
    results("mail.acme.example; spf=fail reason=\"(\"; dkim=pass reason=\")\" header.d=harbor.example")
  ], "passed"],
  ["comments at each place", [
    received,
    results(
      "(a) mail.acme.example (b) 1 (c) ; (d) dkim (e) / (f) 1 (g) = (h) pass (i) header (j) . (k) d (l) = (m) harbor.example (n)"
    )
  ], "passed"],
  ["a value behind a dot", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=a@b.example. header.from=maya@harbor.example")
  ], "failed"],
  ["a sender with a mark of its server", [
    received,
    results("mail.acme.example; spf=pass smtp.mailfrom=prvs=123=maya@harbor.example")
  ], "passed"],
  ["capitals", [received, results("Mail.Acme.Example; DKIM=Pass Header.D=Harbor.Example")], "passed"],
  ["quotes without an end, above a forged one", [
    received,
    results("mail.acme.example; dmarc=fail reason=\"x"),
    results("mail.acme.example; dmarc=pass")
  ], null],
  ["more than is read, above a forged one", [
    received,
    results(`mail.acme.example; dmarc=fail ${"x".repeat(9000)}`),
    results("mail.acme.example; dmarc=pass")
  ], null],
  ["a greeting that looks like the server", [
    "Received: from by (by x.elsewhere.example) by mail.acme.example",
    results("elsewhere.example; dmarc=pass")
  ], null],
  ["a comment without an end", [received, results(`mail.acme.example; ${"(".repeat(50_000)}`)], null]
])("Authentication-Results: %s", async (_, headers, check) => {
  const { sender_check } = await readMail(
    lines(...headers, "From: Maya Okafor <maya@harbor.example>", "To: jobs@acme.example", "", "Hello")
  )
  expect(sender_check).toBe(check)
})

test("the author of a mail that a list passes on is not the one whom the server looked at", async () => {
  const { sender, sender_check } = await readMail(lines(
    received,
    results("mail.acme.example; dmarc=fail"),
    "From: Maya via Jobs <jobs@list.example>",
    "Reply-To: maya@harbor.example",
    "",
    "Hello"
  ))
  expect([sender.email, sender_check]).toEqual(["maya@harbor.example", null])
})

test("a domain beyond ASCII is that of its ASCII form", async () => {
  const from = "From: =?utf-8?Q?Maya?= <maya@b=C3=BCcher.example>".replace(
    "b=C3=BCcher",
    Buffer.from("bücher").toString("latin1")
  )
  const read = await readMail(
    lines(received, results("mail.acme.example; dmarc=pass header.from=xn--bcher-kva.example"), from, "", "Hello")
  )
  expect([read.sender.email, read.sender_check]).toEqual(["maya@bücher.example", "passed"])
})
