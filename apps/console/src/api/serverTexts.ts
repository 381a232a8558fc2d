/** What the server says to programs and a person may read, by its own English sentences. One that is not here is shown in English. */
import { type Marked, msg, t } from "../language/text.tsx"

/** Sentences that have no values. */
export const sentences: ReadonlyArray<Marked> = [
  msg("The application is rejected. Reopen it first."),
  msg("The application is withdrawn. Reopen it first."),
  msg("The application is hired. Reopen it first."),
  msg("The job is closed. Publish it, or make it a draft, before candidates apply."),
  msg("The candidate already has an application on this job."),
  msg("The candidate was anonymised, and can only be deleted."),
  msg("The candidate has no LinkedIn URL. Set one, which requests a profile."),
  msg("The candidate is not merged into another one."),
  msg("A later merge into the same candidate has to be undone first."),
  msg("The member was asked already, and has not given feedback yet."),
  msg("The member is deactivated. Reactivate the member first, or name another one."),
  msg("The member is not in the team of the job."),
  msg("The member's role in the team was changed meanwhile."),
  msg("A member with this e-mail address exists."),
  msg("An organization keeps at least one active member with the role admin. Give another member the role first."),
  msg("Only the author of a note may edit it, and only its author or a key with the scope admin may delete it."),
  msg("Only the author of interview feedback may revise it, and only its author or a key with the scope admin may delete it."),
  msg("name: the organization already has a rejection reason with this name."),
  msg("A job keeps at least one stage."),
  msg("The webhook is disabled. Enable it first."),
  msg("name: the organization already has one with this name."),
  msg("The candidate has no e-mail address."),
  msg("The mail belongs to an application already."),
  msg("Members whose role is `limited` cannot do this. They write notes and feedback on what they see."),
  msg("Members whose role is `limited` do this as hiring manager or recruiter of the job: there is no such one among those jobs.")
]

type Pattern = readonly [pattern: RegExp, text: Marked]

/** Sentences that have values. */
const withValues: ReadonlyArray<Pattern> = [
  [/^There is no variable `(?<name>[^`]*)`\. Did you mean `(?<best>[^`]*)`\?/, msg("there is no variable {name}. Do you mean {best}?")],
  [/^There is no variable `(?<name>[^`]*)`/, msg("there is no variable {name}. The list below has all.")],
  [/^There is no (?:filter|tag) `(?<name>[^`]*)`/, msg("templates do not know “{name}”.")],
  [/^A variable stands in code/, msg("a variable must not stand between backticks.")],
  [/^The template (?:is nested too deeply|makes too long texts)/, msg("the template is too complex.")],
  [/^The organization has set up no mail\./, msg("Mail is not set up yet: nothing can be sent.")],
  [/^The message \w+ does not accept cancel\./, msg("The mail is sent already, or being sent.")],
  [/^The message \w+ does not accept retry\./, msg("The mail is not refused any more.")],
  [/^The submission \w+ does not accept (?:delete|release)\./, msg("It is released already, and an application is made of it.")],
  [/^The mail template is in use/, msg("Mails that are sent by themselves are made of this template. Choose another one for them first, in the mail account.")],
  [/^The [\w ]+ is in use \((?<uses>.+)\)\. Put another/, msg("It is still needed by {uses}: change that first.")],
  [/^The stage has (?<count>\d+) applications?\./, msg("The stage has {count, plural, one {# application} other {# applications}}. Move them to another stage first.")],
  [/^The limit is (?<limit>\d+) (?<what>.+)\. There are (?<present>\d+) now, and this would add (?<added>\d+)\./, msg("The limit is {limit} {what}. There are {present} now, and this would add {added}.")]
]

/** What the server expects of a field. */
const expectations: ReadonlyArray<Marked> = [
  msg("an e-mail address, for example ada@example.com"),
  msg("a phone number, for example +49 30 901820"),
  msg("an http or https address, for example https://example.com"),
  msg("one line, without line breaks"),
  msg("a time in the future"),
  msg("an https address"),
  msg("six hexadecimal digits, for example #1d4ed8"),
  msg("letters or digits, for example harbor-analytics"),
  msg("one part of the place at least, such as its city"),
  msg("one that is not below this one"),
  msg("the id of another one of the organization, or null")
]

const expectationsWithValues: ReadonlyArray<Pattern> = [
  [/^at most (?<count>\d+) characters$/, msg("at most {count, plural, one {# character} other {# characters}}")],
  [/^at least (?<count>\d+) characters$/, msg("at least {count, plural, one {# character} other {# characters}}")],
  [/^at most (?<count>\d+) tags$/, msg("at most {count, plural, one {# tag} other {# tags}}")],
  [/^a number from (?<least>\d+) to (?<most>\d+)$/, msg("a number from {least} to {most}")],
  [/^an integer from (?<least>\d+) to (?<most>\d+)$/, msg("a whole number from {least} to {most}")],
  [/^a tree with at most (?<count>\d+) levels$/, msg("one with which there are at most {count} levels")],
  [/^the address of a LinkedIn profile/, msg("the address of a person's LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace")]
]

/** The text of the pattern that a sentence matches, with its values; else the sentence's own, where it is known. */
const translatedBy = (known: ReadonlyArray<Marked>, patterns: ReadonlyArray<Pattern>) => (english: string): string => {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(english)
    if (match !== null) return t(text, Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text])))
  }
  return t(known.find((one) => one.english === english) ?? english)
}

/** What the server says, in the person's language. */
export const translated = translatedBy(sentences, withValues)

/** What the server expects, in the person's language. */
export const translatedExpectation = translatedBy(expectations, expectationsWithValues)
