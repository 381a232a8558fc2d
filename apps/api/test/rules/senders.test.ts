/** What browsers and people send: empty files, consents, what autofill fills in, and two people with one address. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { expect, test } from "bun:test"
import { formOf, onCareersSite, person } from "../harness/CareersSite.ts"
import { having } from "../harness/Client.ts"

onCareersSite((site, here) => {
  test.each([
    ["optional", "a form", "cv.pdf", 400],
    ["required", "a form", "cv.pdf", 400],
    ["optional", "JSON", "cv.pdf", 400],
    ["optional", "a form", "", 202],
    ["optional", "JSON", "", 202]
  ])(
    "a file without a byte (%s, in %s, named “%s”) is %i, and nothing of it is stored",
    async (resume, form, filename, status) => {
      const { id, slug } = await site.open({ resume })
      const body = form === "JSON"
        ? { ...person(), resume: { filename, content: "" } }
        : formOf({ ...person(), resume: new File([], filename) })
      const answer = await site.apply(slug, body)
      expect([answer.status, answer.text.includes("The file is empty")], answer.text).toEqual([status, status === 400])
      await site.run()
      expect((await site.applications(id)).map(({ attachments }) => attachments.length)).toEqual(
        status === 400 ? [] : [0]
      )
      expect(await site.orphans()).toEqual([])
    }
  )

  test.each([
    ["cv.gdoc", "{\"url\": \"https://docs.google.com/open?id=1a\", \"doc_id\": \"1a\"}"],
    ["cv.url", "[InternetShortcut]\r\nURL=https://cv.example/ada\r\n"]
  ])(
    "a link in place of a file (%s) is told in its field, in a form and in JSON, and nothing of it is stored",
    async (filename, content) => {
      const { id, slug } = await site.open({ resume: "optional" })
      for (
        const body of [formOf({ ...person(), resume: new File([content], filename) }), {
          ...person(),
          resume: { filename, content: btoa(content) }
        }]
      ) {
        const answer = await site.apply(slug, body)
        expect(answer.status, answer.text).toBe(400)
        expect(answer.body.error.details.issues).toMatchObject([{
          path: ["resume"],
          message: expect.stringContaining("found a link to a document")
        }])
      }
      await site.run()
      expect(await site.applications(id)).toEqual([])
      expect(await site.orphans()).toEqual([])
    }
  )

  test.each(["false", "0", "99", "no", "-1", "1.0", false, true, 0, 99, "", null])(
    "consent %p is no version that was shown: 400",
    async (consent) => {
      const { slug } = await site.open({ resume: "optional" })
      const answer = await site.apply(slug, { ...person(), consent })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.error.details.issues).toMatchObject([{
        path: ["consent"],
        message: expect.stringContaining("version")
      }])
    }
  )

  test("what a browser's autofill does makes an application: the trap repeats another field, or comes with a proof of work, as a quick form does", async () => {
    const { id, slug } = await site.open({ resume: "optional", website_url: "optional" })
    const website = "https://ada.example.com/"
    await site.accepted(slug, { ...person(), website, website_url: "ada.example.com" })
    await site.accepted(slug, { ...person(), website, altcha: await site.solved() })
    await site.accepted(slug, { ...person(), started_at: String(Date.now()), altcha: await site.solved() })
    await site.accepted(slug, { ...person(), website })
    await site.run()
    expect(await site.applications(id)).toHaveLength(3)
    expect((await site.quarantined(id)).map(({ suspicions }) => suspicions)).toEqual([["honeypot"]])
  })

  test("two people with one address: the second one's name, phone and links are with the application, and found; a corrected phone number is the record's", async () => {
    const { id, slug } = await site.open({ resume: "optional", phone: "optional", website_url: "optional" })
    const [word, { email }] = [`Zara${crypto.randomUUID().slice(0, 8)}`, person()]
    await site.accepted(slug, { ...person(), email, full_name: "Otto Adam", phone: "+49 30 111111" })
    await site.run()
    for (let n = 0; n < 2; n++) {
      await site.accepted(slug, {
        ...person(),
        email,
        full_name: `${word} Becker`,
        phone: "+49 40 222222",
        website_url: "https://zara.example.com"
      })
    }
    await site.accepted(slug, { ...person(), email, full_name: "Otto Adam", phone: "+49 30 333333" })
    await site.run()
    const [application, ...others] = await site.applications(id)
    expect(others).toEqual([])
    expect(application!.unapplied).toEqual([
      { field: "full_name", value: `${word} Becker`, reason: "differs" },
      { field: "website_url", value: "https://zara.example.com", reason: "differs" },
      { field: "phone_numbers", value: "+49 40 222222", reason: "differs" }
    ])
    expect(application!.application_answers).toMatchObject([{ answer_text: expect.stringContaining(`${word} Becker`) }])
    const read = <Body>(path: string) => here.call<Body>("GET", path, { key: here.own.keys.read })
    const { candidate } =
      having(200)(await read<{ candidate: CandidateDetail }>(`/candidates/${application!.candidate.id}`)).body
    expect([candidate.full_name, candidate.website_url, candidate.phone_numbers.map(({ number }) => number)]).toEqual([
      "Otto Adam",
      null,
      ["+49 30 111111", "+49 30 333333"]
    ])
    const { results } =
      having(200)(await read<{ results: ReadonlyArray<{ candidate: { id: string } }> }>(`/candidates/search?q=${word}`))
        .body
    expect(results.map((result) => result.candidate.id)).toEqual([candidate.id])
  })

  test("an address in other letters leads to the page, and where the person came from goes along to the form", async () => {
    const { slug: at } = await site.open()
    const base = `/careers/${site.board}`
    const page = (path: string) => fetch(here.server.origin + path, { redirect: "manual" })
    const query = "?utm_source=linkedin&utm_campaign=a%26b"
    const upper = `/careers/${site.board.toUpperCase()}`
    const moved = await Promise.all(
      [upper + query, `${upper}/${at.toUpperCase()}${query}`, `${base}/${at.toUpperCase()}`].map(page)
    )
    expect(moved.map(({ headers, status }) => [status, headers.get("location")])).toEqual([
      [308, base + query],
      [308, `${base}/${at}${query}`],
      [308, `${base}/${at}`]
    ])
    const encoded = await page(`${base}/%${at.charCodeAt(0).toString(16)}${at.slice(1).toUpperCase()}`)
    expect([encoded.status, encoded.headers.get("location")]).toEqual([308, `${base}/${at}`])
    const text = async (path: string) => (await page(path)).text()
    const listing = await text(base + query)
    const [, link = ""] = new RegExp(`href="(${base}/${at}[^"]*)"`).exec(listing) ?? []
    expect(listing).toContain(`<input type="hidden" name="utm_source" value="linkedin">`)
    const posting = await text(link.replaceAll("&amp;", "&"))
    expect(posting).toContain(`<input type="hidden" name="utm_source" value="linkedin">`)
    expect(posting).toContain(`<input type="hidden" name="utm_campaign" value="a&amp;b">`)
    expect(posting).toContain(`href="${base}?utm_source=linkedin&amp;utm_campaign=a%26b"`)
    expect(await text(base)).not.toContain("utm_")
  })
})
