/** Submissions that are odd: nothing is dropped, and nobody is told. */
import { maxQuarantinedBytes, type Submission, type SubmissionListItem } from "@candor/domain/submission/Submission"
import { expect, test } from "bun:test"
import { careersSite, copies, formOf, onCareersSite, pdf, person } from "../harness/CareersSite.ts"
import { type ErrorBody, having } from "../harness/Client.ts"

onCareersSite((site, here) => {
  test("a bot is answered as a person is, and its submission waits in the quarantine", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const answers = [
      await site.apply(slug, person()),
      await site.apply(slug, { ...person(), website: "https://spam.example.com" }),
      await site.apply(slug, { ...person(), started_at: String(Date.now()) }),
      await site.apply(slug, { ...person(), started_at: "yesterday" })
    ]
    const shapes = answers.map(({ headers, status, text }) => [
      status,
      text.replaceAll(/[0-9a-f]{104}/g, ""),
      [...headers.keys()].toSorted()
    ])
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    await site.run()
    expect(await site.applications(id)).toHaveLength(2)
    expect((await site.quarantined(id)).map(({ suspicions }) => suspicions)).toEqual([["too_fast"], ["honeypot"]])
  })

  test("the same text from ten addresses is odd from the tenth on, whatever stands around its words", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const letter = (n: number) =>
      `Dear team, I am the best person for this job, number ${n}: please read what I have done in all these years!`
    for (let n = 1; n <= 11; n++) await site.accepted(slug, { ...person(), cover_letter: letter(n) })
    expect(await site.quarantined(id)).toMatchObject([{ suspicions: ["same_text"] }, { suspicions: ["same_text"] }])
  })

  test("a burst from one address waits, but for what has a proof of work, which is used once", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const address = { "x-forwarded-for": "192.0.2.1" }
    await Promise.all(Array.from({ length: 60 }, () => site.accepted(slug, person(), address)))
    const altcha = await site.solved()
    await site.accepted(slug, { ...person(), altcha }, address)
    expect(await site.quarantined(id)).toEqual([])
    await site.accepted(slug, { ...person(), altcha }, address)
    await site.accepted(slug, { ...person(), altcha: btoa("{}") }, address)
    await site.accepted(slug, person())
    expect(await site.quarantined(id)).toMatchObject([{ suspicions: ["burst"] }, { suspicions: ["burst"] }])
  })

  test("in a flood those without a proof of work wait, and once the quarantine is full they are told to bring one", async () => {
    const foreign = await careersSite(here, here.foreign)
    const { id, slug } = await foreign.open({ resume: "optional" })
    await foreign.accepted(slug, person())
    expect(await foreign.challenge()).toMatchObject({ required: false })
    await here.backend.run(copies(here.foreign.organization.id, 300, { state: "received" }))
    expect(await foreign.challenge()).toMatchObject({ required: true })
    await foreign.accepted(slug, person())
    expect(await foreign.quarantined(id)).toMatchObject([{ suspicions: ["no_proof"], state: "quarantined" }])
    // A large quarantine is counted in another way.
    for (const count of [1, 500]) {
      await here.backend.run(
        copies(here.foreign.organization.id, count, { state: "quarantined", file_bytes: maxQuarantinedBytes })
      )
      const { status, text } = await foreign.apply(slug, person())
      expect([status, text]).toEqual([403, expect.stringContaining("altcha")])
    }
    await foreign.accepted(slug, { ...person(), altcha: await foreign.solved() })
  })

  test("released, a submission becomes an application; deleted, it is gone with its files; and the audit log tells who did it", async () => {
    const { id, slug } = await site.open()
    for (const text of ["one", "two"])
      await site.accepted(slug, formOf({ ...person(), website: "x", resume: pdf(text) }))
    const [one, two] = await site.quarantined(id)
    const at = (submission: SubmissionListItem | undefined, action = "") => `/quarantine/${submission!.id}${action}`
    having(403)(await here.call("POST", at(one, "/release"), { key: here.own.keys.read }))
    having(404)(await here.call("POST", at(one, "/release"), { key: here.foreign.keys.write }))
    for (let n = 0; n < 2; n++) having(200)(await here.call("POST", at(one, "/release"), { key: here.own.keys.write }))
    having(200)(await here.call("DELETE", at(two), { key: here.own.keys.write }))
    having(404)(await here.call("GET", at(two), { key: here.own.keys.write }))
    await site.run()
    expect((await site.applications(id)).map(({ attachments }) => attachments.length)).toEqual([1])
    having(400)(await here.call("DELETE", at(one), { key: here.own.keys.write }))
    expect(await site.types(id)).toEqual([
      "application.quarantined",
      "application.quarantined",
      "submission.released",
      "submission.deleted",
      "application.received"
    ])
    expect(await site.orphans()).toEqual([])
  })

  test("is not released for a closed job, which is told, and waits as before", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    await site.accepted(slug, { ...person(), website: "x" })
    const [waiting] = await site.quarantined(id)
    const release = () =>
      here.call<ErrorBody>("POST", `/quarantine/${waiting!.id}/release`, { key: here.own.keys.write })
    const setStatus = (status: string) =>
      here.call("PATCH", `/jobs/${id}`, { key: here.own.keys.write, body: { status } })
    having(200)(await setStatus("closed"))
    expect(having(400)(await release()).body.error.details).toMatchObject({ status: "closed" })
    expect(await site.quarantined(id)).toEqual([waiting!])
    having(200)(await setStatus("draft"))
    having(200)(await release())
  })

  test("a file of a submission is downloaded while it waits and after its release, as inert as any other, by those who see the submission", async () => {
    const { id, slug } = await site.open()
    const sent = new File(["alert(document.cookie)"], "cv.js", { type: "text/html" })
    await site.accepted(slug, formOf({ ...person(), website: "x", resume: sent }))
    const [submission] = await site.quarantined(id)
    const { files } = having(200)(
      await here.call<{ submission: Submission }>("GET", `/quarantine/${submission!.id}`, { key: here.own.keys.read })
    ).body.submission
    const at = (file: string, of: string = submission!.id) => `/quarantine/${of}/files/${file}/content`
    const download = (key = here.own.keys.read, headers = {}) =>
      here.call<string>("GET", at(files[0]!.id), { key, headers })
    const whole = having(200)(await download())
    expect([whole.body, whole.headers.get("content-security-policy"), whole.headers.get("x-content-type-options")])
      .toEqual([
        "alert(document.cookie)",
        "default-src 'none'; sandbox",
        "nosniff"
      ])
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment;.*cv\.js\.txt/)
    expect(having(206)(await download(here.own.keys.read, { range: "bytes=6-13" })).body).toBe("document")
    const unknown = [
      at(files[0]!.id, here.own.ids.submissionId),
      at(here.own.ids.fileId),
      at(here.own.ids.attachmentId)
    ]
    for (const path of unknown) having(404)(await here.call("GET", path, { key: here.own.keys.read }))
    having(404)(await download(here.foreign.keys.admin))
    having(200)(await here.call("POST", `/quarantine/${submission!.id}/release`, { key: here.own.keys.write }))
    await site.run()
    having(200)(await download())
    const [application] = await site.applications(id)
    having(200)(
      await here.call("DELETE", `/applications/${application!.id}/attachments/${files[0]!.id}`, {
        key: here.own.keys.write
      })
    )
    having(404)(await download())
  })

  test("a job that was closed meanwhile, and an application without room, send the submission to the quarantine", async () => {
    const { id, slug } = await site.open()
    const who = person()
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`more-${n}`, pdf(String(n))]))
    for (const count of [19, 19, 19]) {
      await site.accepted(slug, formOf({ ...who, resume: pdf("one"), ...files(count) }))
      await site.run()
    }
    expect((await site.applications(id)).map(({ attachments }) => attachments.length)).toEqual([40])
    await site.accepted(slug, formOf({ ...person(), resume: pdf("one") }))
    having(200)(await here.call("PATCH", `/jobs/${id}`, { key: here.own.keys.write, body: { status: "closed" } }))
    await site.run()
    expect((await site.quarantined(id)).map(({ suspicions }) => suspicions)).toEqual([["job_closed"], ["no_room"]])
    expect(await site.orphans()).toEqual([])
  })
})
