/** The email addresses and phone numbers of a person. The first of each is the primary one. */
import { Schema, SchemaTransformation } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { addedLater, labelled, list, searchedAs, without } from "../Field.ts"
import { spelled } from "../Spelling.ts"
import { isBlank } from "../CleanText.ts"
import { Email, inDocument, line, ShownEmail, ShownLine, storable } from "../Text.ts"
import { because } from "../IssueReason.ts"

/** The most email addresses of a person, and the most phone numbers. */
export const maxContacts = 20

const EmailKind = Schema.Literals(["personal", "work", "school", "other"])
const PhoneKind = Schema.Literals(["mobile", "home", "work", "other"])

/** Longer texts cannot be addresses. */
const maxGiven = Schema.makeFilter<string>((text) => text.length <= 5000, {
  expected: "at most 5000 characters",
  ...because("too_long", { limit: 5000, unit: "characters" }),
  toJsonSchema: () => ({})
})

const kind = described("What it is used for; null if unknown", "work")
const isPrimary = described("Whether it is the primary one, which is the first of the list", true)

export const EmailAddress = Schema.Struct({
  address: ShownEmail.pipe(described("The email address, with its domain in ASCII", "maya.okafor@example.com")),
  kind: Schema.NullOr(EmailKind).pipe(kind),
  is_primary: Schema.Boolean.pipe(isPrimary)
}).pipe(named("EmailAddress", "An email address of a person"))
export interface EmailAddress extends Schema.Schema.Type<typeof EmailAddress> {}

export const PhoneNumber = Schema.Struct({
  number: ShownLine.pipe(described("The phone number as it was given", "+49 30 901820")),
  kind: Schema.NullOr(PhoneKind).pipe(kind),
  is_primary: Schema.Boolean.pipe(isPrimary)
}).pipe(named("PhoneNumber", "A phone number of a person"))
export interface PhoneNumber extends Schema.Schema.Type<typeof PhoneNumber> {}

/** Tells whether a text may be a phone number: it has at least three digits, among any letters and signs. */
export const mayBePhone = (text: string): boolean => (text.match(/\p{Nd}/gu) ?? []).length >= 3

/** A phone number in a request. It is stored as given, and has to have some digits. */
export const Phone = line(60).check(
  Schema.makeFilter<string>(mayBePhone, {
    expected: "a phone number, for example +49 30 901820",
    ...because("not_phone"),
    toJsonSchema: () => ({})
  })
)

/** Returns the key by which addresses are compared, ignoring case. */
export const emailKey = (address: string): string => address.normalize("NFKC").toLowerCase()

/** A dialed number, and the extension within a company. */
interface Dialled {
  readonly digits: string
  readonly extension: string
  /** Whether the digits begin with the country code. */
  readonly isInternational: boolean
}

/** Converts Arabic and Persian digits to ASCII. */
const ascii = (text: string): string =>
  text.normalize("NFKC").replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))

/** Parses a number as people write it: a zero in parentheses is dialed within the country only, and `00` means `+`. */
const dialled = (number: string): Dialled => {
  const [, main = "", extension = ""] = /^(.*?)(?:(?:ext|x|#|;|durchwahl)(.*))?$/is.exec(ascii(number)) ?? []
  const digits = main.replace(/\(0\)/g, "").replace(/[^\p{Nd}]/gu, "")
  return {
    digits: digits.replace(/^0+/, ""),
    extension: extension.replace(/[^\p{Nd}]/gu, ""),
    isInternational: /^[^\p{Nd}]*\+/u.test(main) || digits.startsWith("00")
  }
}

/**
 * The fewest digits of a number with its area code. A shorter one could be in any area, so it is not compared with a
 * country code.
 */
const minNational = 8

/** Tells whether the longer number is the shorter one with a country code of one to three digits. */
const isWithCountry = (longer: Dialled, shorter: Dialled): boolean =>
  !shorter.isInternational && shorter.digits.length >= minNational && longer.digits.endsWith(shorter.digits) &&
  (longer.isInternational
    ? longer.digits.length - shorter.digits.length <= 3
    // In the North American Numbering Plan, numbers are often written without a plus.
    : longer.digits.length === 11 && shorter.digits.length === 10 && longer.digits.startsWith("1"))

/** Tells whether two texts are the same phone number, with or without a country code, in any grouping. */
export const isSamePhone = (one: string, other: string): boolean => {
  const [shorter, longer] = [dialled(one), dialled(other)].toSorted((a, b) => a.digits.length - b.digits.length) as [
    Dialled,
    Dialled
  ]
  if (shorter.extension !== longer.extension) return false
  return shorter.digits === longer.digits || isWithCountry(longer, shorter)
}

const isSame = (one: EmailAddress | PhoneNumber, other: EmailAddress | PhoneNumber): boolean =>
  "address" in one
    ? "address" in other && emailKey(one.address) === emailKey(other.address)
    : "number" in other && isSamePhone(one.number, other.number)

/** Returns the contacts that the others lack, without duplicates. */
export const missingFrom = <Contact extends EmailAddress | PhoneNumber>(
  others: ReadonlyArray<Contact>,
  contacts: ReadonlyArray<Contact>
) => contacts.filter((contact, at) => ![...others, ...contacts.slice(0, at)].some((one) => isSame(one, contact)))

/** Returns the contacts without duplicates. The primary one comes first, and is the only one marked so. */
export const inOrder = <Contact extends EmailAddress | PhoneNumber>(
  contacts: ReadonlyArray<Contact>
): ReadonlyArray<Contact> => {
  const primary = contacts.find(({ is_primary }) => is_primary) ?? contacts[0]
  const first = primary === undefined ? [] : [primary]
  return [...first, ...missingFrom(first, contacts)].map((contact, at) => ({ ...contact, is_primary: at === 0 }))
}

const listOf = <
  Contact extends EmailAddress | PhoneNumber,
  Given extends { readonly is_primary?: boolean | undefined }
>(
  given: Schema.Codec<Given, unknown>,
  shown: Schema.Codec<Contact>,
  contactOf: (given: Given) => Contact
) =>
  Schema.Array(given).check(
    Schema.isMaxLength(maxContacts, { expected: `at most ${maxContacts}` }),
    Schema.makeFilter<ReadonlyArray<Given>>((contacts) => contacts.filter(({ is_primary }) => is_primary).length < 2, {
      expected: "one primary at most",
      ...because("repeated"),
      toJsonSchema: () => ({})
    })
  ).pipe(
    Schema.decodeTo(
      Schema.Array(shown),
      SchemaTransformation.transform({
        decode: (contacts: ReadonlyArray<Given>): ReadonlyArray<Contact> => inOrder(contacts.map(contactOf)),
        encode: (contacts: ReadonlyArray<Contact>) => contacts as unknown as ReadonlyArray<Given>
      })
    )
  )

const isPrimaryGiven = Schema.optionalKey(Schema.Boolean).pipe(
  described("Whether it is the primary one; by default the first of the list", true)
)

/** The email addresses of a person in a request, without duplicates in any case of letters. */
export const EmailAddresses = listOf(
  Schema.Struct({
    address: Email.pipe(described("The email address", "maya.okafor@example.com")),
    kind: Schema.optionalKey(Schema.NullOr(spelled(EmailKind, { personal: ["private", "home"] }))).pipe(kind),
    is_primary: isPrimaryGiven
  }).pipe(named("EmailAddressDraft", "An email address of a person, in a request")),
  EmailAddress,
  ({ address, is_primary = false, kind = null }) => ({ address, kind, is_primary })
)

/** The phone numbers of a person in a request, without duplicates in any grouping of digits. */
export const PhoneNumbers = listOf(
  Schema.Struct({
    number: Phone.pipe(described("The phone number, in any form", "+49 30 901820")),
    kind: Schema.optionalKey(
      Schema.NullOr(spelled(PhoneKind, { mobile: ["cell", "cellphone", "cell phone"], home: ["private"] }))
    ).pipe(kind),
    is_primary: isPrimaryGiven
  }).pipe(named("PhoneNumberDraft", "A phone number of a person, in a request")),
  PhoneNumber,
  ({ is_primary = false, kind = null, number }) => ({ number, kind, is_primary })
)

/** Splits a text into addresses: at commas, semicolons and line breaks, or at spaces if each part has an `@`. */
const separated = (text: string): ReadonlyArray<string> => {
  const parts = text.split(/[,;\n]+/).filter((part) => !isBlank(part))
  if (parts.length > 1) return parts.every((part) => part.includes("@")) ? parts : [text]
  const words = text.split(/\s+|\//).filter((word) => !isBlank(word))
  return words.length > 1 && words.every((word) => word.includes("@")) ? words : [text]
}

/**
 * One or several email addresses in one text of a request, as people type them into one input. Decoding separates them
 * by commas.
 */
export const SeveralEmails = Schema.String.check(storable, maxGiven, inDocument({ format: "email" })).pipe(
  Schema.decodeTo(
    Schema.Array(Email).check(Schema.isMaxLength(maxContacts, { expected: `at most ${maxContacts} addresses` })),
    SchemaTransformation.transform({ decode: separated, encode: (emails: ReadonlyArray<string>) => emails.join(",") })
  ),
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({
      decode: (emails: ReadonlyArray<string>) => emails.join(","),
      encode: (text: string): ReadonlyArray<string> => text.split(",")
    })
  )
)

/** Returns the addresses with this one as the primary. */
const withPrimary = (addresses: ReadonlyArray<EmailAddress>, address: string): ReadonlyArray<EmailAddress> => {
  const same = addresses.find((one) => emailKey(one.address) === emailKey(address))
  return inOrder([
    { kind: same?.kind ?? null, address, is_primary: true },
    ...addresses.map((one) => ({ ...one, is_primary: false }))
  ])
}

/**
 * Returns the email addresses after a request. A primary address alone replaces the previous one, unless it was one of
 * the others; together with a list, it becomes the first. Null alone removes the primary, and the next one replaces it.
 */
export const emailsAfter = (
  stored: ReadonlyArray<EmailAddress>,
  { email_addresses, primary_email }: {
    readonly primary_email?: string | null | undefined
    readonly email_addresses?: ReadonlyArray<EmailAddress> | undefined
  }
): ReadonlyArray<EmailAddress> => {
  if (email_addresses !== undefined)
    return primary_email
      ? withPrimary(email_addresses, primary_email)
      : email_addresses
  if (primary_email === undefined) return stored
  if (primary_email === null) return inOrder(stored.slice(1))
  const isKnown = stored.some(({ address }) => emailKey(address) === emailKey(primary_email))
  return withPrimary(isKnown ? stored : stored.slice(1), primary_email)
}

/** The sentence for the documentation: each of the two fields is optional, but one is required. */
export const emailIsSaid = "`primary_email`, null if unknown, or `email_addresses` is required"

/** Requires a request to state explicitly that a person has no email address, so that it cannot be forgotten. */
export const saysEmail = Schema.makeFilter<{ readonly primary_email?: unknown; readonly email_addresses?: unknown }>(
  ({ email_addresses, primary_email }) =>
    primary_email !== undefined || email_addresses !== undefined ||
    { path: ["primary_email"], issue: "Expected an email address, or null where none is known" },
  { ...because("required"), toJsonSchema: () => ({}) }
)

/** The addresses and numbers of a candidate. */
export const contactFields = {
  email_addresses: list(Schema.Array(EmailAddress), EmailAddresses, {
    description:
      `All email addresses of the person, at most ${maxContacts}, the primary one first. Search finds the person by each of them`,
    example: [{ address: example.candidate.primary_email, kind: "personal", is_primary: true }],
    privacy: { replacedBy: [] }
  }).pipe(
    labelled("Email addresses", "E-Mail-Adressen", { widget: "own", spoken: ["email address", "E-Mail-Adresse"] }),
    searchedAs("email_address"),
    without("listed"),
    addedLater
  ),
  phone_numbers: list(Schema.Array(PhoneNumber), PhoneNumbers, {
    description:
      `The phone numbers of the person as they were given, at most ${maxContacts}, the primary one first. Search ` +
      "finds the person by each of them",
    example: [{ number: "+49 30 901820", kind: "mobile", is_primary: true }],
    privacy: { replacedBy: [] }
  }).pipe(
    labelled("Phone numbers", "Telefonnummern", { widget: "own", spoken: ["phone number", "Telefonnummer"] }),
    searchedAs("phone_number"),
    without("listed"),
    addedLater
  )
}
