/** Labels of fields. */
import { noun as candidate } from "@candor/domain/candidate/Candidate"
import { eventNames, germanTexts, newsOf, pageFields, spokenNames } from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"
import { expect, test } from "bun:test"

test("a page of candidates has each field that requests give, in the order of the declaration", () => {
  const given = Object.entries(candidate.fields).filter(([, { schemas }]) => "create" in schemas).map(([name]) => name)
  expect(pageFields(candidate).map(({ name }): string => name)).toEqual(given)
  expect(pageFields(candidate)[0]).toEqual({ name: "full_name", label: "Full name", widget: "line", isRequired: true })
})

test("sentences call a field as its label does, unless the declaration says otherwise", () => {
  expect(spokenNames([candidate])).toMatchObject({ given_name: "given name", linkedin_url: "LinkedIn URL" })
  expect(germanTexts([candidate])).toMatchObject({ "given name": "Vorname", "LinkedIn URL": "LinkedIn-URL" })
})

test("a field or a verb that several nouns have is called the same in all of them, and a text has one translation", () => {
  const all = { spoken: spokenNames(nouns), german: germanTexts(nouns), verbs: eventNames(nouns).verbs }
  expect(nouns.map((noun) => ({
    spoken: { ...all.spoken, ...spokenNames([noun]) },
    german: { ...all.german, ...germanTexts([noun]) },
    verbs: { ...all.verbs, ...eventNames([noun]).verbs }
  })))
    .toEqual(nouns.map(() => all))
})

test("a link that is open again after the candidate's cancellation is not called canceled", () => {
  const { verbs, wholes } = eventNames(nouns)
  expect([verbs.cancelled, wholes["scheduling_link.cancelled"]]).toEqual([
    "canceled",
    "Canceled by the candidate: the scheduling link is open again"
  ])
})

test("the news name nothing but the member, the applicant and the stage", () => {
  const named = Object.values(newsOf(nouns)).flatMap((text) => text.match(/\{\w+\}/g) ?? [])
  expect(new Set(named)).toEqual(new Set(["{actor}", "{who}", "{stage}"]))
})

test("German news have no “hat”: the member's name brings it along, and “You” does not", () => {
  expect(Object.values(germanTexts(nouns)).filter((text) => text.startsWith("{actor} hat"))).toEqual([])
})
