/** The page on which an interviewer reads the résumé and fills in their own scorecard. It works without a script. */
import { interviewTime } from "@candor/background/mail/InvitationTexts"
import type { AttachmentDetail } from "@candor/domain/attachment/Attachment"
import { Rating } from "@candor/domain/feedback/Rating"
import type { Interview } from "@candor/domain/interview/Interview"
import { Recommendation } from "@candor/domain/scorecard/Evaluation"
import type { OwnScorecard } from "@candor/domain/scorecard/Scorecard"
import { isSubmitted } from "@candor/domain/scorecard/ScorecardStatus"
import { type Markup, markup } from "../careers/Markup.ts"
import { page, shared } from "../careers/Page.ts"
import type { Words as SiteWords } from "../careers/Words.ts"
import { nameOf, unasked, type Values, valuesOf } from "./KitForm.ts"
import { kitScript } from "./KitScript.ts"
import { kitWordsFor, type Words } from "./KitWords.ts"

/** The notice above the page. */
export type Said =
  | "draft"
  | "submitted"
  | "revised"
  | "missing"
  | "unchanged"
  | "full"
  | "elsewhere"
  | "refused"
  | "notSaved"

/** The address of the script. */
const script = `${shared}/${kitScript.name}`

interface Shown {
  readonly words: SiteWords
  readonly interview: Interview
  readonly resumes: ReadonlyArray<AttachmentDetail>
  /** The path of the page. */
  readonly path: string
  /** Null if the member is not asked for one. */
  readonly scorecard: OwnScorecard | null
  readonly mayFillIn: boolean
  readonly said: Said | undefined
  /** Typed values that are not saved. */
  readonly typed?: Values | undefined
}

interface Choice {
  readonly legend: Markup
  readonly name: string
  readonly values: ReadonlyArray<readonly [value: string, name: string]>
  readonly chosen: string
  readonly isRequired?: boolean
  readonly hint?: string | null
}

const choice = ({ chosen, hint = null, isRequired = false, legend, name, values }: Choice): Markup =>
  markup`
<fieldset><legend>${legend}</legend>${
    hint === null ? null : markup`
<span class="hint">${hint}</span>`
  }
<div class="votes">${
    values.map(([value, text]) =>
      markup`
<label><input type="radio" name="${name}" value="${value}"${value === chosen ? markup` checked` : ""}${
        isRequired ? markup` required` : ""
      }> ${text}</label>`
    )
  }
</div></fieldset>`

const area = (label: string | Markup, name: string, value: string, { isRequired = false, rows = 2 } = {}): Markup =>
  markup`
<p><label>${label} <textarea name="${name}" rows="${rows}"${isRequired ? markup` required` : ""}>
${value}</textarea></label></p>`

const form = (
  { interview: { focus_attribute_ids }, path, said: notice, typed, words }: Shown,
  scorecard: OwnScorecard,
  said: Words
): Markup => {
  const values = typed ?? valuesOf(scorecard)
  const valueOf = (name: string) => values.get(name) ?? ""
  const named = (all: ReadonlyArray<Recommendation>) =>
    all.map((value) => [value, said.recommendations[value]] as const)
  const isChange = isSubmitted(scorecard.status)
  const required = (label: string) => markup`${label} <span class="quiet">${words.required}</span>`
  return markup`
<p role="status" class="notice" data-notice hidden><strong></strong></p>
<form method="post" action="${path}" data-kept="${said.kept}" data-offline="${said.offline}"${
    notice === undefined ? "" : markup` data-said="${notice}"`
  }><input type="hidden" name="changed_at" value="${scorecard.updated_at ?? ""}">${
    scorecard.sections.map(({ attributes, name }) =>
      markup`
<h3>${name}</h3>${
        attributes.map(({ description, id, name }) =>
          markup`${
            choice({
              legend: markup`${name}${
                focus_attribute_ids.includes(id) ? markup` <span class="quiet">(${said.focus})</span>` : ""
              }`,
              name: nameOf.rating(id),
              values: [...named(Rating.literals), ["", said.notRated]],
              chosen: valueOf(nameOf.rating(id)),
              hint: description
            })
          }${area(said.note.replace("{name}", () => name), nameOf.note(id), valueOf(nameOf.note(id)))}`
        )
      }`
    )
  }${
    scorecard.questions.map(({ id, text }) => area(text, nameOf.answer(id), valueOf(nameOf.answer(id)), { rows: 3 }))
  }${
    choice({
      legend: required(said.hire),
      name: "overall",
      values: named(Recommendation.literals),
      chosen: valueOf("overall"),
      isRequired: true
    })
  }${area(required(said.reasons), "summary", valueOf("summary"), { isRequired: true, rows: 5 })}${
    isChange ?
      markup`
<p><button type="submit" name="action" value="revise">${said.change}</button></p>` :
      markup`
<p class="hint">${said.hint}</p>
<p><button type="submit" name="action" value="submit">${said.submit}</button></p>
<p><button type="submit" name="action" value="draft" formnovalidate>${said.save}</button></p>`
  }
<p class="hint">${said.keeps}</p></form>`
}

/** Shows values of fields that the scorecard no longer has, so that they can be copied. */
const leftOver = (
  { scorecard, typed = new Map() }: Pick<Shown, "scorecard" | "typed">,
  said: Words,
  heading = said.leftOver
): Markup | null => {
  const names = unasked(typed, scorecard)
  return names.length === 0 ? null : markup`
<h3>${heading}</h3>
<ul>${
    names.map((name) =>
      markup`
<li>${textOf(typed.get(name) ?? "", said)}</li>`
    )
  }
</ul>`
}

const textOf = (value: string, { recommendations }: Words): string =>
  Object.hasOwn(recommendations, value) ? recommendations[value as keyof typeof recommendations] : value

/**
 * Returns a page with one message and the typed values, which are saved nowhere else. The page of a kit that has ended
 * also removes what the device stored of it.
 */
export const messageOfKit = (
  words: SiteWords,
  messageOf: (said: Words) => string,
  { hasEnded = false, typed }: { readonly hasEnded?: boolean; readonly typed?: Values | undefined } = {}
): string => {
  const said = kitWordsFor(words.language)
  return page(
    {
      words,
      board: null,
      title: said.title,
      description: said.title,
      url: null,
      script: hasEnded ? script : undefined
    },
    markup`
<h1>${said.title}</h1>
<p>${messageOf(said)}</p>${leftOver({ scorecard: null, typed }, said, said.notSaved)}`
  )
}

/** Returns the page of an interview for one of its interviewers. */
export const kitPage = (shown: Shown): string => {
  const { interview, mayFillIn, path, resumes, said: notice, scorecard, words } = shown
  const { application: { candidate, job }, interviewer_instructions, link, location, title } = interview
  const said = kitWordsFor(words.language)
  return page(
    {
      words,
      board: null,
      title: candidate.full_name,
      description: title,
      url: null,
      script: scorecard !== null && mayFillIn ? script : undefined
    },
    markup`
<h1>${candidate.full_name}</h1>${
      notice === undefined ? null : markup`
<p role="status" class="notice"><strong>${said[notice]}</strong></p>`
    }
<p>${title}, ${job.title}<br>${interviewTime(interview, words.language)}${
      location === null ? null : markup`<br>${said.location}: ${location}`
    }${link === null ? null : markup`<a class="touch" href="${link}" rel="noreferrer">${said.call}</a>`}</p>${
      interviewer_instructions === null ? null : markup`
<h2>${said.instructions}</h2>
<blockquote>${interviewer_instructions}</blockquote>`
    }${
      resumes.length === 0 ? null : markup`
<h2>${said.resume}</h2>
<ul>${
        resumes.map(({ id, original_filename }) =>
          markup`
<li><a class="touch" href="${path}/files/${id}">${original_filename}</a></li>`
        )
      }
</ul>`
    }
<h2>${said.scorecard}</h2>${leftOver(shown, said)}${
      scorecard === null ?
        markup`
<p>${said.none}</p>` :
        mayFillIn ?
        form(shown, scorecard, said) :
        markup`
<p>${said.readOnly}</p>`
    }`
  )
}
