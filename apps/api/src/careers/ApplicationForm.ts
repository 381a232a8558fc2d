/** The application form of a job, which a browser sends without a script. */
import { careersPaths } from "@candor/contract/Careers"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import type { PublicBoard, PublicJobForm } from "@candor/domain/board/PublicBoard"
import { formParts } from "@candor/domain/submission/Answers"
import type { Question } from "@candor/domain/form/Question"
import { htmlOf } from "./Markdown.ts"
import { type Markup, markup } from "./Markup.ts"
import { isDay, type Words, writtenOut } from "./Words.ts"

/** The typed values by the names of the fields. A field with several options has a list. */
export type Values = Readonly<Record<string, string | ReadonlyArray<string>>>

/** A reason why an application cannot be sent. */
export interface Problem {
  /** The name of the field, such as `email` or `question:<id>`. */
  readonly field: string
  readonly reason:
    | "ambiguous"
    | "empty"
    | "link"
    | "missing"
    | "not_kept"
    | "not_understood"
    | "several"
    | "too_large"
    | "too_long"
    | "wrong_date"
    | "wrong_email"
    | "wrong_kind"
    | "wrong_number"
    | "wrong_phone"
    | "wrong_url"
    | "wrong_yes_no"
  /** The possible meanings of an ambiguous answer, or the values that the problem's text names. */
  readonly readings?: ReadonlyArray<string | number> | undefined
}

/**
 * Where a candidate came from: `source` and `utm_…` of the page's address, and `referrer`, the host of the linking
 * page.
 */
export type Sources = Readonly<Record<string, string>>

export interface ApplicationForm {
  readonly action: string
  readonly board: PublicBoard
  readonly form: PublicJobForm
  readonly words: Words
  readonly values: Values
  readonly problems: ReadonlyArray<Problem>
  readonly sources: Sources
}

/** The name of the honeypot field: people do not see it, so only programs fill it in. */
export const honeypot = "website"

const challengePath = ({ slug }: PublicBoard): string => careersPaths.challenge.replace(":board", slug)

/** The name of the field of a question. */
export const questionField = (id: string): string => `question:${id}`

interface Field {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly hint?: string | null
}

const idOf = (name: string): string => `field-${name.replace(/[^\w-]/g, "-")}`

const textIn = ({ values }: ApplicationForm, name: string): string => {
  const value = values[name]
  return typeof value === "string" ? value : value?.[0] ?? ""
}

const chosenIn = ({ values }: ApplicationForm, name: string): ReadonlySet<string> =>
  new Set([values[name] ?? []].flat())

/** The error in words. An ambiguous value is listed with each reading, and how to write it. */
const toldOf = (words: Words, { readings = [], reason }: Problem): string => {
  const each = readings.map((one) => reason === "ambiguous" ? `${writtenOut(words, one)} (${one})` : String(one))
  return each.length === 0
    ? words[reason]
    : `${words[reason]} ${new Intl.ListFormat(words.language, { type: "disjunction" }).format(each)}`
}

const problemOf = ({ problems, words }: ApplicationForm, name: string): string | undefined => {
  const problem = problems.find(({ field }) => field === name)
  return problem === undefined ? undefined : toldOf(words, problem)
}

/** Returns the ids for `aria-describedby`: the hint, and the errors. */
const described = (form: ApplicationForm, { hint, name }: Field): Markup | "" => {
  const by = [
    ...(hint ? [`${idOf(name)}-hint`] : []),
    ...(problemOf(form, name) === undefined ? [] : [`${idOf(name)}-problem`])
  ]
  return by.length === 0 ? "" : markup` aria-describedby="${by.join(" ")}"`
}

/** The attributes of a field: its name, whether it is required, and the ids of its descriptions. */
const attributes = (form: ApplicationForm, field: Field): Markup => {
  const { name, required } = field
  return markup`id="${idOf(name)}" name="${name}"${required ? markup` required` : ""}${described(form, field)}${
    problemOf(form, name) === undefined ? "" : markup` aria-invalid="true"`
  }`
}

/** The label of a field, with its hint and its error. */
const around = (form: ApplicationForm, { hint, label, name, required }: Field) => {
  const problem = problemOf(form, name)
  return {
    label: markup`${label}${required ? markup` <span class="quiet">${form.words.required}</span>` : ""}`,
    notes: markup`${hint ? markup`<span class="hint" id="${idOf(name)}-hint">${hint}</span>` : ""}${
      problem === undefined ? "" : markup`<span class="hint wrong" id="${idOf(name)}-problem">${problem}</span>`
    }`
  }
}

const line = (form: ApplicationForm, field: Field, more: Markup, type = "text"): Markup => {
  const { label, notes } = around(form, field)
  return markup`
<p><label for="${idOf(field.name)}">${label}</label>${notes}<input ${
    attributes(form, field)
  } type="${type}"${more} value="${textIn(form, field.name)}"></p>`
}

const text = (form: ApplicationForm, field: Field): Markup => {
  const { label, notes } = around(form, field)
  return markup`
<p><label for="${idOf(field.name)}">${label}</label>${notes}<textarea ${attributes(form, field)} rows="6">
${textIn(form, field.name)}</textarea></p>`
}

const file = (form: ApplicationForm, field: Field): Markup => {
  const { label, notes } = around(form, field)
  return markup`
<p><label for="${idOf(field.name)}">${label}</label>${notes}<input ${attributes(form, field)} type="file"></p>`
}

const select = (form: ApplicationForm, field: Field, options: ReadonlyArray<string>): Markup => {
  const { label, notes } = around(form, field)
  const chosen = chosenIn(form, field.name)
  return markup`
<p><label for="${idOf(field.name)}">${label}</label>${notes}<select ${
    attributes(form, field)
  }><option value="">${form.words.choose}</option>${
    options.map((option) => markup`<option${chosen.has(option) ? markup` selected` : ""}>${option}</option>`)
  }</select></p>`
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** A group of checkboxes, or of radio buttons. */
const choices = (
  form: ApplicationForm,
  field: Field,
  type: "radio" | "checkbox",
  options: ReadonlyArray<Choice>
): Markup => {
  const { label, notes } = around(form, field)
  const chosen = chosenIn(form, field.name)
  // With `required` a browser would require each of the checkboxes.
  const required = field.required && type === "radio" ? markup` required` : ""
  const problem = problemOf(form, field.name) === undefined ? "" : markup` aria-invalid="true"`
  return markup`
<fieldset id="${idOf(field.name)}" tabindex="-1"${described(form, field)}><legend>${label}</legend>${notes}${
    options.map(({ label, value }) =>
      markup`
<label><input type="${type}" name="${field.name}" value="${value}"${
        chosen.has(value) ? markup` checked` : ""
      }${required}${problem}> <span>${label}</span></label>`
    )
  }
</fieldset>`
}

/** The most options that are shown without a menu. */
const fewOptions = 6

const question = (form: ApplicationForm, { help_text, id, label, options, required, type }: Question): Markup => {
  const field = { name: questionField(id), label, required, hint: help_text }
  const choice = (option: string): Choice => ({ value: option, label: option })
  switch (type) {
    case "short_text":
      return line(form, field, markup``)
    case "long_text":
      return text(form, field)
    case "single_choice":
      return options.length <= fewOptions
        ? choices(form, field, "radio", options.map(choice))
        : select(form, field, options)
    case "multiple_choice":
      return choices(form, field, "checkbox", options.map(choice))
    case "yes_no":
      return choices(form, field, "radio", [{ value: "yes", label: form.words.yes }, {
        value: "no",
        label: form.words.no
      }])
    case "number":
      // People write 60.000 and 60,000. The server understands both, but a browser's number input only one.
      return line(form, field, markup` inputmode="decimal"${checked(".*\\p{Nd}.*", form.words.wrong_number)}`)
    case "date":
      // A browser's date input cannot show a day that was written in another way.
      return line(
        form,
        field,
        markup``,
        textIn(form, field.name) === "" || isDay(textIn(form, field.name)) ? "date" : "text"
      )
    case "file":
      return file(form, field)
    case "url":
      return line(form, field, markup` inputmode="url"`)
  }
}

/** Has the browser check what the server checks: a form that the server sends back has lost its files. */
const checked = (pattern: string, title: string): Markup => markup` pattern="${pattern}" title="${title}"`

/** No `type="email"`: browsers refuse letters beyond ASCII before the @, and accept a domain without a dot. */
const emailAttributes = ({ wrong_email }: Words): Markup =>
  markup` inputmode="email" autocomplete="email" autocapitalize="none"${
    checked("\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*", wrong_email)
  }`

const phoneAttributes = ({ wrong_phone }: Words): Markup =>
  markup` autocomplete="tel"${checked("(.*\\p{Nd}){3}.*", wrong_phone)}`

const part = (
  form: ApplicationForm,
  name: "phone" | "linkedin_url" | "website_url" | "resume" | "cover_letter",
  show: (field: Field) => Markup,
  hint?: string
): Markup | "" =>
  form.form[name] === "hidden"
    ? ""
    : show({
      name,
      label: form.words[name],
      required: form.form[name] === "required",
      ...(hint === undefined ? {} : { hint })
    })

const consent = (form: ApplicationForm): Markup | "" => {
  const { board: { consent_text, consent_version }, words } = form
  if (consent_text === null) return ""
  const name = "consent"
  const problem = problemOf(form, name)
  const isChecked = textIn(form, name) === String(consent_version)
  return markup`
<div class="consent"><p><label><input ${
    attributes(form, { name, label: words.consent, required: true })
  } type="checkbox" value="${consent_version}"${
    isChecked ? markup` checked` : ""
  }> <span>${consent_text} <span class="quiet">${words.required}</span></span></label>${
    problem === undefined ? "" : markup`<span class="hint wrong" id="${idOf(name)}-problem">${problem}</span>`
  }</p></div>`
}

const summary = ({ form: { questions }, problems, words }: ApplicationForm): Markup | "" => {
  if (problems.length === 0) return ""
  const order = ["full_name", "email", ...formParts, ...questions.map(({ id }) => questionField(id)), "consent"]
  const inOrder = problems.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
  const labelOf = (field: string): string =>
    questions.find(({ id }) => questionField(id) === field)?.label ??
      (words as unknown as Readonly<Record<string, string>>)[field] ?? field
  return markup`
<div class="problems" role="alert" tabindex="-1" autofocus><p class="wrong">${words.problems}</p><ul>${
    inOrder.map((problem) =>
      markup`<li><a href="#${idOf(problem.field)}">${labelOf(problem.field)}</a>: ${toldOf(words, problem)}</li>`
    )
  }</ul></div>`
}

/** Returns the form, filled in with the typed values and their errors. */
export const applicationForm = (form: ApplicationForm): Markup => {
  const { action, board, sources, words } = form
  return markup`${summary(form)}
<form method="post" action="${action}" enctype="multipart/form-data">${
    line(
      form,
      { name: "full_name", label: words.full_name, required: true },
      markup` autocomplete="name"${checked(".*\\S.*", words.missing)}`
    )
  }${line(form, { name: "email", label: words.email, required: true }, emailAttributes(words))}${
    part(form, "phone", (field) => line(form, field, phoneAttributes(words), "tel"))
  }${part(form, "linkedin_url", (field) => line(form, field, markup` inputmode="url"`))}${
    part(form, "website_url", (field) => line(form, field, markup` inputmode="url" autocomplete="url"`))
  }${part(form, "resume", (field) => file(form, field), words.file)}${
    part(form, "cover_letter", (field) => text(form, field))
  }${form.form.questions.map((one) => question(form, one))}
<p class="away" aria-hidden="true"><label for="field-${honeypot}">${words.website}</label><input id="field-${honeypot}" name="${honeypot}" type="text" tabindex="-1" autocomplete="off" value=""></p>${
    Object.entries(sources).map(([name, value]) =>
      markup`
<input type="hidden" name="${name}" value="${value}">`
    )
  }${consent(form)}${
    board.privacy_notice === null ? "" : markup`
<details><summary>${words.privacy}</summary>${htmlOf(board.privacy_notice)}</details>`
  }${
    form.form.uses_criteria ?
      markup`
<p class="hint">${words.criteria}</p>` :
      ""
  }
<input type="hidden" name="started_at" value="${textIn(form, "started_at")}">
<input type="hidden" name="altcha" value="">
<p><button type="submit">${words.send}</button> <span class="quiet" role="status" data-challenge="${
    challengePath(board)
  }" data-words="${words.proof}" data-max-bytes="${
    String(maxFileBytes)
  }" data-too-large="${words.too_large}" data-empty="${words.empty}"></span></p>
</form>`
}
