/**
 * Forms of a careers site as people fill them in: what is understood is shown so, and what is not is told in its field.
 */
import { expect, test } from "bun:test"
import { formOf, onCareersSite, pdf, person } from "../harness/CareersSite.ts"

onCareersSite((site) => {
  const optional = { resume: "optional" }
  const page = (slug: string) => `/careers/${site.board}/${slug}`
  const api = (slug: string) => `/api/v1/boards/${site.board}/jobs/${slug}/applications`
  const urlencoded = { "content-type": "application/x-www-form-urlencoded" }

  /** Sends pairs as a form without files. */
  const post = (path: string, pairs: ReadonlyArray<readonly [string, string]>) =>
    site.send(path, new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(), urlencoded)
  const pairs = (values: object) => Object.entries(values) as Array<[string, string]>

  test.each(["page", "interface"])("a form without files is taken by the %s as one with files is", async (by) => {
    const { id, questions: [which], slug } = await site.open({
      ...optional,
      questions: [{ label: "Which?", type: "multiple_choice", options: ["a b", "c&d"] }]
    })
    const answer = await post(by === "page" ? page(slug) : api(slug), [
      ...pairs({ ...person(), full_name: "Zoë & Co=1+1", phone: "1-800-FLOWERS" }),
      [`question:${which!}`, "a b"],
      [`question:${which!}`, "c&d"]
    ])
    expect([200, 202]).toContain(answer.status)
    await site.run()
    expect(await site.applications(id)).toMatchObject([{
      candidate: { full_name: "Zoë & Co=1+1" },
      application_answers: [{ value: ["a b", "c&d"] }]
    }])
  })

  test("the form of a page in Latin-1 is read as such", async () => {
    const { id, slug } = await site.open(optional)
    await site.send(api(slug), `full_name=J%FCrgen+M%fcller&email=${person().email}&consent=1`, urlencoded)
    await site.run()
    expect(await site.applications(id)).toMatchObject([{ candidate: { full_name: "Jürgen Müller" } }])
  })

  test("a form of too many fields is refused", async () => {
    const { slug } = await site.open(optional)
    const answer = await post(api(slug), [
      ...pairs(person()),
      ...Array.from({ length: 500 }, (_, at) => [`f${at}`, ""] as const)
    ])
    expect(answer.status).toBe(400)
  })

  const repeated = (name: string, ...values: ReadonlyArray<string>) => values.map((value) => [name, value] as const)

  test.each([
    ["two addresses", repeated("email", "a@example.com", "b@example.com"), "email", "a@example.com or b@example.com"],
    ["a phone number of letters", repeated("phone", "abc"), "phone", "Enter a phone number, for example"],
    ["a file's name alone", repeated("resume", "cv.pdf"), "resume", "Please check your answer."]
  ])("%s: told in the field, and the others are kept", async (_, more, field, said) => {
    const { id, slug } = await site.open(optional)
    const { consent, full_name } = person()
    const all = [
      ...pairs({
        full_name,
        consent,
        ...(field === "email" ? {} : { email: person().email }),
        website_url: "ada.example.com"
      }),
      ...more
    ]
    const answer = await post(api(slug), all)
    expect([answer.status, JSON.parse(answer.text).error.details.issues.map(({ path }: { path: unknown }) => path)])
      .toEqual([400, [[field]]])
    const shown = await post(page(slug), all)
    expect(shown.status).toBe(400)
    expect(shown.text).toContain(said)
    expect(shown.text).toContain(`value="${full_name}"`)
    await site.run()
    expect(await site.applications(id)).toEqual([])
  })

  test("an answer that may mean two things is told with both, and shown as it was typed", async () => {
    const { questions: [when, salary], slug } = await site.open({
      ...optional,
      questions: [{ label: "When?", type: "date" }, { label: "Salary?", type: "number" }]
    }, { language: "en" })
    const { text } = await post(page(slug), [...pairs(person()), [`question:${when!}`, "01/02/2027"], [
      `question:${salary!}`,
      "a lot"
    ]])
    expect(text).toContain("February 1, 2027 (2027-02-01) or January 2, 2027 (2027-01-02)")
    expect(text).toContain("Enter a number, for example 60000 or 1.5.")
    expect(text).toMatch(/type="text" value="01\/02\/2027"/)
    expect(text).toContain("value=\"a lot\"")
  })

  test("what is understood is shown so, and read in the language of the page", async () => {
    const { id, questions: [when, salary], slug } = await site.open({
      ...optional,
      questions: [{ label: "When?", type: "date" }, { label: "Salary?", type: "number" }]
    }, { language: "de" })
    const { status, text } = await post(page(slug), [...pairs(person()), [`question:${when!}`, "01/02/2027"], [
      `question:${salary!}`,
      "60.000,50 €"
    ]])
    expect(status).toBe(200)
    expect(text).toContain("01/02/2027 (1. Februar 2027)")
    expect(text).toContain("60.000,50 € (60.000,5)")
    await site.run()
    expect(await site.applications(id)).toMatchObject([{
      application_answers: [{ value: "2027-02-01" }, { value: 60_000.5 }]
    }])
  })

  test("of two files for one field both are kept", async () => {
    const { id, slug } = await site.open()
    const form = formOf({ ...person(), resume: pdf("one") })
    form.append("resume", new File(["%PDF-1.7\ntwo"], "letter.pdf"))
    expect((await site.send(api(slug), form)).status).toBe(202)
    await site.run()
    const [application] = await site.applications(id)
    expect(application!.attachments.map(({ original_filename }) => original_filename).toSorted()).toEqual([
      "cv.pdf",
      "letter.pdf"
    ])
  })
})
