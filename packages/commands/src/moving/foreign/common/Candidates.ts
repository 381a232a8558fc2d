/** Converts candidates. Values without a field here become a note. */
import { EmailAddress, EmailAddresses, maxContacts, PhoneNumbers } from "@candor/domain/candidate/ContactDetails"
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import { maxTags, Tag } from "@candor/domain/candidate/Tag"
import { WebAddress } from "@candor/domain/Text"
import { Option, Schema } from "effect"
import { type Conversion, Leftovers, unknownTime } from "../Conversion.ts"
import { fitted, type Foreign } from "../Foreign.ts"
import { addTo } from "./CustomFields.ts"
import type { Users } from "./Users.ts"

const decodeEmail = Schema.decodeUnknownOption(EmailAddresses)
const decodePhone = Schema.decodeUnknownOption(PhoneNumbers)
const decodeLinkedIn = Schema.decodeUnknownOption(LinkedInUrl)
const decodeAddress = Schema.decodeUnknownOption(WebAddress)
const decodeTag = Schema.decodeUnknownOption(Tag)

/** Returns the values of a list of `{value, type}`. */
const valuesOf = (record: Foreign, key: string) =>
  record.parts(key).map((one) => ({ value: one.text("value"), type: one.text("type") })).filter(
    (one): one is { readonly value: string; readonly type: string | null } => one.value !== null
  )

const period = (record: Foreign): string =>
  [record.time("start_date"), record.time("end_date")].map((time) => time?.slice(0, 10) ?? "").join(" – ").replace(
    /^ – $/,
    ""
  ).trimEnd()

export class Candidates {
  private readonly made = new Set<string>()

  private readonly conversion: Conversion
  private readonly users: Users

  constructor(conversion: Conversion, users: Users) {
    this.conversion = conversion
    this.users = users
  }

  /** Returns the contacts that are valid; the others become lines of the note. */
  private contacts<Contact extends object>(
    record: Foreign,
    key: string,
    decode: (value: unknown) => Option.Option<ReadonlyArray<Contact>>,
    field: "address" | "number",
    kinds: ReadonlyArray<string>,
    note: Leftovers
  ): ReadonlyArray<Contact> {
    const values = valuesOf(record, key)
    const understood = values.filter(({ type, value }, nth) => {
      const isGood = nth < maxContacts && Option.isSome(decode([{ [field]: value }]))
      if (!isGood) note.add(`${field === "number" ? "Phone" : "Email"}${type === null ? "" : ` (${type})`}`, value)
      return isGood
    })
    const given = understood.map(({ type, value }) => ({
      [field]: value,
      kind: type !== null && kinds.includes(type) ? type : null
    }))
    return Option.getOrElse(decode(given), () => [])
  }

  /** Returns the URLs of a person's pages by field; further ones become lines of the note. */
  private pages(record: Foreign, note: Leftovers) {
    const found: { [page in "linkedin_url" | "github_url" | "website_url"]: string | null } = {
      linkedin_url: null,
      github_url: null,
      website_url: null
    }
    for (
      const { type, value } of [...valuesOf(record, "social_media_addresses"), ...valuesOf(record, "website_addresses")]
    ) {
      const linkedIn = Option.getOrNull(decodeLinkedIn(value))
      const address = Option.getOrNull(decodeAddress(value))
      if (linkedIn !== null && found.linkedin_url === null) found.linkedin_url = linkedIn
      else if (address !== null && found.github_url === null && /^https?:\/\/(?:www\.)?github\.com\//i.test(address))
        found.github_url = address
      else if (address !== null && found.website_url === null && type !== null) found.website_url = address
      else note.add(type === null ? "Page" : `Page (${type})`, value)
    }
    return found
  }

  private tags(record: Foreign, note: Leftovers): ReadonlyArray<string> {
    const given = record.texts("tags").map((text) => ({ text, tag: Option.getOrNull(decodeTag(text)) }))
    const tags = [...new Set(given.flatMap(({ tag }) => tag ?? []))]
    const rest = [...tags.slice(maxTags), ...given.flatMap(({ tag, text }) => tag === null ? [text] : [])]
    note.add("Further tags", rest.join(", "))
    return tags.slice(0, maxTags).toSorted()
  }

  /**
   * Adds the candidate of a record, as of `hidden_since` if the candidate is to be hidden with an application of this
   * time. Returns their key, and the id of the row.
   */
  add(
    record: Foreign,
    hidden_since: string | null
  ): { readonly key: string; readonly id: string; readonly created_at: string } | null {
    const { conversion } = this
    const key = record.text("id")
    if (key === null) {
      conversion.left.add(`${record.place}: it has no id`)
      return null
    }
    if (this.made.has(key)) return null
    this.made.add(key)
    const note = new Leftovers()
    const id = conversion.id("candidate", key)
    const [given_name, family_name] = [record.line("first_name"), record.line("last_name")]
    // Some systems have only a full name, which is not split into given and family name.
    const full_name = record.line("name")
    const emails = this.contacts(record, "email_addresses", decodeEmail, "address", ["personal", "work"], note)
    const phones = this.contacts(record, "phone_numbers", decodePhone, "number", ["home", "work", "mobile"], note)
    const first = emails.find(Schema.is(EmailAddress))
    const updated_at = record.time("updated_at")
    const known_since = record.time("created_at") ?? updated_at ?? unknownTime
    const created_at = hidden_since ?? known_since
    const addresses = valuesOf(record, "addresses")
    const educations = record.parts("educations").map((one) => ({
      school: one.line("school_name"),
      text: [one.text("school_name"), one.text("degree"), one.text("discipline"), period(one)].filter(Boolean).join(
        ", "
      ),
      end: one.skip("id")
    }))
    note.add("Title", record.text("title"))
    note.add("Company", record.text("company"))
    note.add("Preferred name", record.text("preferred_name"))
    addresses.forEach(({ type, value }, nth) => {
      if (nth > 0 || value.includes("\n") || value.length > 200)
        note.add(type === null ? "Address" : `Address (${type})`, value)
    })
    educations.forEach(({ text }) => note.add("Education", text))
    for (const one of record.parts("employments")) {
      one.skip("id")
      note.add("Employment", [one.text("title"), one.text("company_name"), period(one)].filter(Boolean).join(", "))
    }
    const canEmail = record.take("can_email")
    if (canEmail === false) {
      note.add("Email", "The candidate is not to be emailed")
      conversion.left.add("Candidates who are not to be emailed: a note says so")
    }
    if (record.is("is_private") || record.is("private")) {
      note.add("Private", "The candidate was private")
      conversion.left.add("Candidates who were private: with us they are seen with their applications")
    }
    for (const [name, field] of [["Recruiter", "recruiter"], ["Coordinator", "coordinator"]] as const) {
      const user = record.part(field)
      note.add(name, user?.line("name") ?? null)
      this.users.named(user)
    }
    const name = full_name ?? [given_name, family_name].filter((one) => one !== null).join(" ")
    const row = {
      id,
      full_name: fitted(name, 200)[0] || (first?.address ?? `Candidate ${key}`),
      given_name,
      family_name,
      primary_email: first?.address ?? null,
      email_addresses: emails,
      phone_numbers: phones,
      ...this.pages(record, note),
      university: educations.find(({ school }) => school !== null)?.school ?? null,
      location: addresses[0] === undefined ? null : fitted(addresses[0].value.replace(/\s*\n\s*/g, ", "), 200)[0],
      tags: this.tags(record, note),
      created_at,
      updated_at: updated_at === null || updated_at < created_at ? created_at : updated_at,
      ...conversion.externalIds(key)
    }
    conversion.add("candidate", key, row)
    addTo(note, record)
    const text = note.note(conversion.title)
    if (text !== null) conversion.note({ candidate_id: id }, `candidate ${key}`, text, { created_at })
    record.skip("application_ids", "applications", "last_activity", "last_activity_at", "linked_user_ids")
    return { key, id, created_at }
  }

  has(key: string): boolean {
    return this.made.has(key)
  }
}
