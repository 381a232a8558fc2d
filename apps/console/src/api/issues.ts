/** What is wrong with an input, as a sentence: the server says it by the path of a field and what it expected there. */

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** What people call fields whose name alone does not say it. */
const names: Readonly<Record<string, string>> = {
  address: "address",
  body: "text",
  description_md: "description",
  email: "e-mail address",
  email_addresses: "e-mail address",
  expires_at: "end",
  full_name: "name",
  github_url: "GitHub address",
  linkedin_url: "LinkedIn address",
  name: "name",
  phone_numbers: "phone number",
  primary_email: "e-mail address",
  source_type: "source",
  stage_id: "stage",
  tags: "tag",
  url: "address",
  website_url: "website",
  years_experience: "number of years"
}

const nameOf = (field: string): string => names[field] ?? field.replaceAll("_", " ")

/** The fields of a path, and the row of a list. */
const placeOf = (path: Issue["path"]) => {
  const row = path.findLast((key) => typeof key === "number")
  const fields = path.filter((key) => typeof key === "string")
  const last = fields.at(-1) ?? "input"
  // Of a list of addresses the list says more than the field of its entries.
  const field = last === "address" || last === "number" ? fields.at(-2) ?? last : last
  return { name: nameOf(field), row: row === undefined ? undefined : row + 1 }
}

/** An address that another prospect has, in the words of the server. */
const isTaken = /^Expected an address that (?:the search does not have yet|no other prospect|differs from that of)/

export const sentenceOf = ({ message, path }: Issue): string => {
  const { name, row } = placeOf(path)
  if (isTaken.test(message)) {
    return row === undefined
      ? `The ${name} must be new to this search; another prospect has it.`
      : `Each prospect's ${name} must be new to this search; row ${row} is not.`
  }
  const expected = /^Expected (.+?)(?:; (?:got|found) .*)?$/s.exec(message)?.[1]
  // Most lists of a form have one entry.
  const what = row === undefined || row === 1 ? `The ${name}` : `The ${name} in row ${row}`
  if (expected === undefined) return `${what}: ${message}.`
  if (/not blank|at least 1 character|^1 to \d+ characters/.test(expected)) return `${what} must not be empty.`
  return `${what} must ${/^(?:at most|at least|\d+ to) /.test(expected) ? "have" : "be"} ${expected}.`
}
