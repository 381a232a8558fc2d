/**
 * What the server says to apps and a person may read, by its own English sentences. One that is not here is shown in
 * English.
 */
import { type Marked, msg, t } from "../language/text.tsx"

/** Sentences that have no values. */
export const sentences: ReadonlyArray<Marked> = [
  msg("The application is rejected. Reopen it first."),
  msg("The application is withdrawn. Reopen it first."),
  msg("The application is hired. Reopen it first."),
  msg("The job is closed. Publish it or make it a draft before candidates apply."),
  msg("The candidate already has an application on this job."),
  msg("The candidate was anonymized and can only be deleted."),
  msg("The candidate has no LinkedIn URL. Set one to generate a profile."),
  msg("The candidate is not merged into another one."),
  msg("A later merge into the same candidate has to be undone first."),
  msg("The member already has an open feedback request for this application."),
  msg("The member is deactivated. Reactivate the member first, or choose another one."),
  msg("The member isn't on the job's hiring team."),
  msg("Someone has since changed the member's role on this job."),
  msg("A member with this email address already exists."),
  msg("An organization needs at least one active member with the role admin. Give another member this role first."),
  msg("Only the author can edit a note. The author or an admin can delete it."),
  msg("Only the author can revise interview feedback. The author or an admin can delete it."),
  msg("name: the organization already has a rejection reason with this name."),
  msg("A job needs at least one stage."),
  msg("The webhook is disabled. Enable it first."),
  msg("name: the organization already has one with this name."),
  msg("The candidate has no email address."),
  msg("The email is already assigned to an application."),
  msg("Members with the role `limited` can't do this. They can add notes and feedback to what they see."),
  msg("Members with the role `limited` can do this only on jobs where they are hiring manager or recruiter.")
]

type Pattern = readonly [pattern: RegExp, text: Marked]

/** Sentences that have values. */
const withValues: ReadonlyArray<Pattern> = [
  [
    /^There is no variable `(?<name>[^`]*)`\. Did you mean `(?<best>[^`]*)`\?/,
    msg("there is no variable {name}. Did you mean {best}?")
  ],
  [/^There is no variable `(?<name>[^`]*)`/, msg("there is no variable {name}. The list below has all.")],
  [/^There is no (?:filter|tag) `(?<name>[^`]*)`/, msg("templates don't support “{name}”.")],
  [/^A variable stands in code/, msg("a variable can't be between backticks.")],
  [/^The template (?:is nested too deeply|makes too long texts)/, msg("the template is too complex.")],
  [/^Email isn't set up\./, msg("Email isn't set up yet, so nothing can be sent.")],
  [/^Can't cancel this message:/, msg("The email has already been sent or is being sent.")],
  [/^Can't retry this message:/, msg("The email is no longer marked as failed.")],
  [/^Can't (?:delete|release) this submission:/, msg("This application was already released.")],
  [
    /^The mail template is in use/,
    msg("Automatic emails or rejection reasons use this template. Choose another one there first.")
  ],
  [/^The scorecard template is in use/, msg("A template in use can't be deleted, but archived.")],
  [/^The [\w ]+ is in use \((?<uses>.+)\)\. Put another/, msg("It's still used by {uses}. Change that first.")],
  [
    /^The stage has (?<count>\d+) applications?\./,
    msg("The stage has {count, plural, one {# application} other {# applications}}. Move them to another stage first.")
  ],
  [
    /^The limit is (?<limit>\d+) (?<what>.+)\. There are (?<present>\d+) now, and this would add (?<added>\d+)\./,
    msg("The limit is {limit} {what}. There are {present} now, and this would add {added}.")
  ]
]

/** What the server expects of a field. */
const expectations: ReadonlyArray<Marked> = [
  msg("an email address, for example ada@example.com"),
  msg("a phone number, for example +49 30 901820"),
  msg("an http or https URL, for example https://example.com"),
  msg("one line, without line breaks"),
  msg("a time in the future"),
  msg("an https URL"),
  msg("six hexadecimal digits, for example #1d4ed8"),
  msg("letters or digits, for example harbor-analytics"),
  msg("at least one part of the location, such as its city"),
  msg("one that is not below this one"),
  msg("the id of another one of the organization, or null")
]

const expectationsWithValues: ReadonlyArray<Pattern> = [
  [/^at most (?<count>\d+) characters$/, msg("at most {count, plural, one {# character} other {# characters}}")],
  [/^at least (?<count>\d+) characters$/, msg("at least {count, plural, one {# character} other {# characters}}")],
  [/^at most (?<count>\d+) tags$/, msg("at most {count, plural, one {# tag} other {# tags}}")],
  [/^a number from (?<least>\d+) to (?<most>\d+)$/, msg("a number from {least} to {most}")],
  [/^an integer from (?<least>\d+) to (?<most>\d+)$/, msg("a whole number from {least} to {most}")],
  [/^a tree with at most (?<count>\d+) levels$/, msg("one that keeps the tree within {count} levels")],
  [
    /^the URL of a LinkedIn profile/,
    msg("the URL of a person's LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace")
  ]
]

/** The text of the pattern that a sentence matches, with its values; else the sentence's own, where it is known. */
const translatedBy = (known: ReadonlyArray<Marked>, patterns: ReadonlyArray<Pattern>) => (english: string): string => {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(english)
    if (match !== null)
      return t(
        text,
        Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text])
        )
      )
  }
  return t(known.find((one) => one.english === english) ?? english)
}

/** What the server says, in the person's language. */
export const translated = translatedBy(sentences, withValues)

/** What the server expects, in the person's language. */
export const translatedExpectation = translatedBy(expectations, expectationsWithValues)
