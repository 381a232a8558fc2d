/** Applications that arrive at a careers site: what is accepted, what becomes of it, and what attackers get. */
import { process } from "@candor/background/submission/Submissions"
import type { CandidateExport } from "@candor/domain/person/CandidateExport"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { HtmlValidate } from "html-validate"
import { formOf, longForm, onCareersSite, pdf, person, queued } from "../harness/CareersSite.ts"
import { having, type JsonObject } from "../harness/Client.ts"

onCareersSite((site, here) => {
  test("what is answered with 202 becomes an application with its files, its answers and its source", async () => {
    const { id, questions: [when, sample], slug } = await site.open({
      questions: [{ label: "When?", type: "date" }, { label: "A sample?", type: "file" }]
    })
    await site.accepted(
      slug,
      formOf({
        ...person(),
        phone: "+1 555 0100",
        cover_letter: "I wrote a compiler.",
        resume: pdf("cv"),
        [`question:${when!}`]: "2027-01-31",
        [`question:${sample!}`]: new File(["text"], "sample.txt"),
        other: new File([], ""),
        utm_source: "newsletter"
      })
    )
    await site.run()
    const [application] = await site.applications(id)
    expect(application).toMatchObject({
      source_type: "newsletter",
      candidate: { full_name: "Grace Hopper" },
      application_answers: [
        { question_text: "Cover letter", answer_text: "I wrote a compiler." },
        { question_id: when!, value: "2027-01-31" },
        { question_id: sample!, value: "sample.txt" }
      ]
    })
    expect(
      application!.attachments.map(({ file_type, original_filename }) => [file_type, original_filename]).toSorted()
    ).toEqual([
      ["A sample?", "sample.txt"],
      ["resume", "cv.pdf"]
    ])
  })

  test.each([
    ["no name", { full_name: " \u200b " }, ["full_name"]],
    ["no address, and no consent", { email: "", consent: "" }, ["email", "consent"]],
    ["an unusable address", { email: "grace at example" }, ["email"]],
    ["a required part, and an answer, missing", { phone: "  " }, ["phone", "resume", "question"]]
  ])("with %s it is 400, with the names of the fields, and nothing is stored", async (_, changed, fields) => {
    const { id, slug } = await site.open({
      phone: "required",
      questions: [{ label: "Why?", type: "text", required: true }]
    })
    const answer = await site.apply(slug, {
      phone: "1",
      resume: { filename: "cv.txt", content: btoa("text") },
      ...person(),
      ...changed
    })
    expect(answer.status, answer.text).toBe(400)
    const named = answer.body.error.details.issues.map(({ path }: { path: ReadonlyArray<string> }) =>
      path[0]!.split(":")[0]
    )
    expect(named).toEqual(expect.arrayContaining(fields.filter((field) => field !== "resume")))
    await site.run()
    expect([await site.applications(id), await site.quarantined(id)]).toEqual([[], []])
    expect(await site.orphans()).toEqual([])
  })

  test("what is odd is kept: an unknown question, a phone number of words, an address of LinkedIn that is none", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    await site.accepted(slug, {
      ...person(),
      full_name: "Grace\nHopper\u0000",
      phone: "ask my secretary",
      linkedin_url: "ask me",
      answers: { [crypto.randomUUID()]: "to nothing", when: { deep: [] } }
    })
    await site.run()
    const [application] = await site.applications(id)
    expect(application).toMatchObject({
      candidate: { full_name: "Grace Hopper", linkedin_url: null },
      unapplied: expect.arrayContaining([
        expect.objectContaining({ field: "linkedin_url" }),
        expect.objectContaining({ field: "phone_numbers" })
      ])
    })
    const [submission] = await site.submissionsOf(application!.id)
    expect(submission).toMatchObject({
      phone: "ask my secretary",
      consent: { version: 1, text: "I agree." },
      state: "processed"
    })
    expect(submission).not.toContainAnyKeys(["address_key", "proof", "text_key", "key"])
  })

  test("the same person again adds files and answers to the application, once each", async () => {
    const { id, questions: [why], slug } = await site.open({ questions: [{ label: "Why?", type: "text" }] })
    const [who, other] = [person(), person()]
    await site.accepted(slug, formOf({ ...who, resume: pdf("one"), [`question:${why!}`]: "First" }))
    // One that is processed after a later one is no news of the application.
    await site.run()
    await site.accepted(
      slug,
      formOf({ ...who, email: who.email.toUpperCase(), resume: pdf("two"), [`question:${why!}`]: "Second" })
    )
    await site.run()
    await site.accepted(slug, formOf({ ...who, resume: pdf("three"), [`question:${why!}`]: "First" }))
    await site.accepted(slug, formOf({ ...other, resume: pdf("one") }))
    await site.run()
    const all = await site.applications(id)
    const application = all.find(({ candidate }) => candidate.primary_email === who.email)!
    expect(all).toHaveLength(2)
    expect(application.attachments).toHaveLength(3)
    expect(application.application_answers.map(({ answer_text }) => answer_text)).toEqual(["First", "Second"])
    expect(await site.submissionsOf(application.id)).toHaveLength(3)
    expect((await site.types(id)).toSorted()).toEqual([
      "application.received",
      "application.received",
      "application.resubmitted",
      "application.resubmitted",
      "application.updated",
      "application.updated"
    ])
  })

  test("a repeated key has one submission and one reference; a corrected form with the same key is another", async () => {
    const { id, slug } = await site.open()
    const [who, key] = [person(), crypto.randomUUID()]
    const once = () => site.accepted(slug, formOf({ ...who, resume: pdf("one") }), { "idempotency-key": key })
    const [first, ...others] = await Promise.all([once(), once(), once()])
    expect(others).toEqual([first, first])
    const form = () =>
      formOf({ ...who, resume: pdf("two"), idempotency_key: key, started_at: String(Date.now() - 9000) })
    const corrected = await site.accepted(slug, form())
    expect(corrected.reference).not.toBe(first!.reference)
    expect(await site.accepted(slug, form())).toEqual(corrected)
    await site.run()
    const [application] = await site.applications(id)
    expect(application!.attachments).toHaveLength(2)
    expect(await site.orphans()).toEqual([])
  })

  test("two tabs at once are one person with one application", async () => {
    const { id, slug } = await site.open()
    const who = person()
    await Promise.all(["one", "two"].map((text) => site.accepted(slug, formOf({ ...who, resume: pdf(text) }))))
    await Promise.all([site.run(), site.run()])
    expect((await site.applications(id)).map(({ attachments }) => attachments.length)).toEqual([2])
  })

  test("work that is done twice, or begun anew after it was cut off, makes one application", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    await site.accepted(slug, person())
    const again = await here.backend.run(queued)
    await site.run()
    await here.backend.run(Effect.forEach(again, process, { discard: true }))
    expect(await site.applications(id)).toHaveLength(1)
    expect(await site.types(id)).toEqual(["application.received"])
  })

  test.each(["a draft", "closed", "internal", "of a closed board", "of another board", "past its end"])(
    "a job that is %s is as unknown as one that nobody has",
    async (which) => {
      const { id, slug } = await site.open()
      const patches: Readonly<Record<string, JsonObject>> = {
        "a draft": { status: "draft" },
        closed: { status: "closed" },
        internal: { listing: "internal" },
        "past its end": { valid_through: "2020-01-01" }
      }
      having(200)(await here.call("PATCH", `/jobs/${id}`, { key: here.own.keys.write, body: patches[which] ?? {} }))
      const is_open = which !== "of a closed board"
      const changed = await here.call<{ board: { slug: string } }>("PATCH", "/organization/board", {
        key: here.own.keys.admin,
        body: { is_open }
      })
      const own = having(200)(changed).body.board.slug
      const foreign = having(200)(
        await here.call<{ board: { slug: string } }>("PATCH", "/organization/board", {
          key: here.foreign.keys.admin,
          body: { is_open: true }
        })
      ).body.board.slug
      const at = (board: string, slug: string) =>
        site.send(`/api/v1/boards/${board}/jobs/${slug}/applications`, person())
      const answer = await at(which === "of another board" ? foreign : own, slug)
      const unknown = await at("nobody-has-this", "nor-this")
      having(200)(
        await here.call("PATCH", "/organization/board", { key: here.own.keys.admin, body: { is_open: true } })
      )
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
    }
  )

  test("an export has the submissions, a merge keeps them, and an anonymisation and a deletion of the job remove them with their files", async () => {
    const { id, slug } = await site.open()
    const who = { ...person(), cover_letter: "I wrote a compiler." }
    const { reference } = await site.accepted(slug, formOf({ ...who, resume: pdf("one") }))
    await site.run()
    const [application] = await site.applications(id)
    const into = await here.own.make.candidate()
    having(200)(
      await here.call("POST", `/candidates/${application!.candidate.id}/merge`, {
        key: here.own.keys.write,
        body: { into: into.id }
      })
    )
    expect(await site.submissionsOf(application!.id)).toHaveLength(1)
    const exported = having(200)(
      await here.call<CandidateExport>("GET", `/candidates/${into.id}/export`, { key: here.own.keys.admin })
    ).body
    expect(exported.submissions).toMatchObject([{
      full_name: who.full_name,
      primary_email: who.email,
      application_id: application!.id
    }])
    having(200)(await here.call("POST", `/candidates/${into.id}/anonymise`, { key: here.own.keys.admin }))
    expect(await site.submissionsOf(application!.id)).toEqual([])
    expect((await fetch(`${here.server.own_origin}/careers/applications/${reference}`)).status).toBe(404)
    await site.accepted(slug, formOf({ ...person(), website: "x", resume: pdf("two") }))
    having(200)(await here.call("DELETE", `/jobs/${id}`, { key: here.own.keys.write }))
    expect(await site.quarantined(id)).toEqual([])
    expect(await site.orphans()).toEqual([])
  })

  test("a browser's form is answered with pages, and a page of another site may send JSON", async () => {
    const { slug } = await site.open({}, { language: "de", title: "Zähmer <b>" })
    const { headers, status, text, url } = await site.send(
      `/careers/${site.board}/${slug}`,
      formOf({ ...person(), resume: pdf("one") })
    )
    // What a reload asks for again sends nothing.
    expect([status, headers.get("content-type"), new URL(url).pathname]).toEqual([
      200,
      "text/html; charset=utf-8",
      expect.stringMatching(/^\/careers\/applications\/candor_sent_[0-9a-f]+$/)
    ])
    expect([text.includes("Danke für Ihre Bewerbung"), text.includes("Zähmer &lt;b&gt;")]).toEqual([true, true])
    expect((await new HtmlValidate({ extends: ["html-validate:recommended"] }).validateString(text)).results).toEqual(
      []
    )
    expect([headers.get("x-frame-options"), headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
      "DENY",
      "no-store",
      "no-referrer"
    ])
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    const refused = await site.send(
      `/careers/${site.board}/${slug}`,
      formOf({ ...person(), email: "<img src=x>", resume: pdf("one") })
    )
    expect([refused.status, refused.text.includes("noch einmal aus"), refused.text.includes("<img")]).toEqual([
      400,
      true,
      false
    ])
    expect(refused.headers.get("cache-control")).toMatch(/^private, no-cache$/)
    const origin = { origin: "https://jobs.example.com" }
    expect((await site.apply(slug, { ...person() }, origin)).headers.get("access-control-allow-origin")).toBe("*")
    const preflight = await fetch(`${here.server.own_origin}/api/v1/boards/${site.board}/jobs/${slug}/applications`, {
      method: "OPTIONS",
      headers: { ...origin, "access-control-request-method": "POST" }
    })
    expect([
      preflight.headers.get("access-control-allow-origin"),
      preflight.headers.get("access-control-allow-methods")
    ]).toEqual(["*", expect.stringContaining("POST")])
  })

  /** Of a byte that no text has: the server looks no further for what else it may be. */
  const megabyte = new Uint8Array(1024 * 1024).fill(1)
  const megabytes = (count: number) => Array.from({ length: count }, () => megabyte)

  test.each([
    ["too large", new File(megabytes(21), "cv.pdf"), ["too large", "choose the file again"], true],
    [
      "a program",
      new File(["MZ\u0000\u0001"], "cv.pdf"),
      ["This file can&#39;t be accepted", "choose the file again"],
      true
    ],
    ["longer than is read", new File(["as long"], "cv.pdf"), ["too large"], false]
  ])(
    "a form with a file that is %s comes back with what was typed, as far as it was read, and nothing is stored",
    async (_, resume, told, isWhole) => {
      const { id, questions: [sample], slug } = await site.open({ questions: [{ label: "A sample?", type: "file" }] })
      const form = formOf({
        ...person(),
        consent: "",
        full_name: "Ada L.",
        resume,
        [`question:${sample!}`]: new File(["text"], "sample.txt"),
        cover_letter: "After it."
      })
      const sent = isWhole ? { body: form, headers: {} } : await longForm(form, "as long", megabytes(241))
      const { headers, status, text } = await site.send(`/careers/${site.board}/${slug}`, sent.body, sent.headers)
      expect([status, headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
      for (const words of [...told, "Ada L."]) expect(text).toContain(words)
      expect([text.includes("After it."), text.includes("I agree</a>: Please")]).toEqual([isWhole, isWhole])
      expect(await site.quarantined(id)).toEqual([])
      expect(await site.orphans()).toEqual([])
    }
  )

  test("a form with a text above 20,000 characters comes back with all of it, and says so at the field", async () => {
    const { id, questions: [why], slug } = await site.open({
      resume: "optional",
      questions: [{ label: "Why?", type: "long_text" }]
    })
    const long = "x".repeat(20_001)
    const { status, text } = await site.send(
      `/careers/${site.board}/${slug}`,
      formOf({ ...person(), cover_letter: long, [`question:${why!}`]: long, email: "no" })
    )
    expect([status, text.split(long).length - 1]).toEqual([400, 2])
    expect(text.match(/<li>.*?<\/li>/g)).toEqual([
      expect.stringContaining("Email address</a>: Enter an email"),
      expect.stringContaining("Cover letter</a>: This text is too long."),
      expect.stringContaining("Why?</a>: This text is too long.")
    ])
    await site.run()
    expect([await site.applications(id), await site.quarantined(id)]).toEqual([[], []])
  })

  test("a form with texts above 1 MiB, or one such text, is told that they are too long", async () => {
    const { slug } = await site.open({ resume: "optional" })
    for (const texts of [[1_100_000], [600_000, 600_000]]) {
      const form = formOf({
        ...person(),
        ...Object.fromEntries(texts.map((length, n) => [`t${n}`, "x".repeat(length)]))
      })
      const { status, text } = await site.send(`/careers/${site.board}/${slug}`, form)
      expect([status, text.includes("too long to send")]).toEqual([413, true])
    }
  })

  test("of files that are too large together those are kept that have room", async () => {
    const { slug } = await site.open()
    const file = new File(["%PDF-1.7\n", ...megabytes(19)], "cv.pdf")
    const { text } = await site.send(
      `/careers/${site.board}/${slug}`,
      formOf({ ...person(), resume: file, a: file, b: file, c: file })
    )
    expect(text.match(/<li>.*too large/g)).toEqual([expect.stringContaining("#field-c")])
  })

  test("a form that is sent after its job has ended is answered with the page of a job that is gone, with the others", async () => {
    const [{ id, slug }, other] = [await site.open(), await site.open()]
    having(200)(await here.call("PATCH", `/jobs/${id}`, { key: here.own.keys.write, body: { status: "closed" } }))
    const { status, text } = await site.send(
      `/careers/${site.board}/${slug}`,
      formOf({ ...person(), resume: pdf("one") })
    )
    expect([status, text.includes("no longer open"), text.includes(`/${other.slug}"`)]).toEqual([404, true, true])
  })

  test("a form that cannot be read is answered with a page", async () => {
    const { slug } = await site.open()
    const { headers, status } = await fetch(`${here.server.own_origin}/careers/${site.board}/${slug}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{"
    })
    expect([status, headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
  })

  test("of a program's body that is no JSON the answer has the place", async () => {
    const { slug } = await site.open()
    const answer = await fetch(`${here.server.own_origin}/api/v1/boards/${site.board}/jobs/${slug}/applications`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{\"full_name\": \"Ada\",\n}"
    })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("at line 2, column 1")])
  })

  test.each([
    [
      "a file above 20 MiB",
      400,
      () => formOf({ ...person(), resume: new File([...megabytes(20), "."], "cv.pdf") })
    ],
    [
      "a body above 60 MiB",
      413,
      () =>
        formOf(
          Object.fromEntries(
            ["a", "b", "c", "d"].map((name) => [name, new File(megabytes(16), "cv.pdf")])
          )
        )
    ],
    ["21 files", 400, () => formOf(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, pdf("one")])))],
    ["a program", 400, () => formOf({ ...person(), resume: new File(["MZ\u0000\u0001"], "cv.pdf") })],
    [
      "texts above 1 MiB",
      413,
      () =>
        formOf({
          ...person(),
          resume: pdf("one"),
          ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}`, "x".repeat(99_000)]))
        })
    ],
    ["answers that are no JSON", 400, () => formOf({ ...person(), answers: "{" })],
    ["answers that are a list", 400, () => ({ ...person(), answers: ["one"] })],
    [
      "answers that are nested without end",
      400,
      () => formOf({ ...person(), idempotency_key: "x", answers: `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}` })
    ],
    ["JSON above 1 MiB", 413, () => ({ ...person(), cover_letter: "x".repeat(1024 * 1024) })],
    [
      "JSON that is nested without end",
      400,
      () => ({
        ...person(),
        answers: Array.from({ length: 65 }).reduce((inner) => [inner], 1) as ReadonlyArray<number>
      })
    ],
    ["JSON that is a list", 400, () => [] as unknown as JsonObject]
  ])("%s is refused, and leaves nothing behind", async (_, status, body) => {
    const { id, slug } = await site.open()
    const answer = await site.apply(slug, body())
    expect([answer.status, answer.body.error.code]).toEqual([status, "invalid_request"])
    await site.run()
    expect(await site.applications(id)).toEqual([])
    expect(await site.orphans()).toEqual([])
  })

  test("formulas and scripts in answers are texts, and stay as they were given", async () => {
    const { id, questions: [why], slug } = await site.open({
      resume: "optional",
      questions: [{ label: "Why?", type: "text" }]
    })
    const texts = [
      "=HYPERLINK(\"https://evil.example\")",
      "@SUM(A1)",
      "-1+cmd|' /C calc'!A0",
      "<script>alert(1)</script>"
    ]
    for (const text of texts) await site.accepted(slug, { ...person(), answers: { [why!]: text } })
    await site.run()
    const answers = (await site.applications(id)).map(({ application_answers: [answer] }) => answer!.answer_text)
    expect(answers.toSorted()).toEqual(texts.toSorted())
  })
})
