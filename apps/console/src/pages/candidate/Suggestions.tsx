/**
 * Details from files and the AI profile that the candidate's record lacks. Each can be accepted by itself, with an
 * undo.
 */
import { type CandidateDetail, type CandidateSuggestion, responseOf } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"

const names: Readonly<Record<CandidateSuggestion["field"], Marked>> = {
  phone_numbers: msg("Phone number"),
  linkedin_url: msg("LinkedIn"),
  github_url: msg("GitHub"),
  website_url: msg("Website"),
  location: msg("Location"),
  university: msg("University"),
  years_experience: msg("Experience")
}

/**
 * Returns the changes that accept a suggestion, and that undo it. A value that somebody entered in the meantime is not
 * overwritten.
 */
const changesOf = (present: CandidateDetail, { field, value }: CandidateSuggestion) => {
  if (field === "phone_numbers") {
    const { phone_numbers } = present
    return [{ phone_numbers: [...phone_numbers, { number: String(value) }] }, { phone_numbers }] as const
  }
  const before = present[field]
  if (before !== null) {
    throw new Error(t("{field} was entered meanwhile: {value}.", { field: t(names[field]), value: before }))
  }
  return [{ [field]: value }, { [field]: before }] as const
}

interface Props {
  readonly candidate: CandidateDetail
}

const Suggestions = ({ candidate }: Props) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const { replace, value } = useLoaded(
    ["candidate", candidate.id, "suggestions"],
    async (signal) => (await candor.suggestions.list(candidate.id, { signal })).suggestions,
    feedStaleTime
  )
  const use = useAction(async (suggestion: CandidateSuggestion) => {
    // Reads the present record, so that others' changes since the page loaded stay.
    const present = await candor.candidates.get(candidate.id)
    const [take, giveBack] = changesOf(present.candidate, suggestion)
    const taken = await candor.candidates.update(candidate.id, take, { ifMatch: responseOf(present).etag })
    replace((all) => all.filter((one) => one !== suggestion))
    void reloadChanged(["candidate"])
    tell(t("{field} taken over", { field: t(names[suggestion.field]) }), {
      undo: async () => {
        await candor.candidates.update(candidate.id, giveBack, { ifMatch: responseOf(taken).etag })
        void reloadChanged(["candidate"])
      }
    })
  })
  if (!mayWrite || value === undefined || value.length === 0) return null
  return (
    <Part title={t("Found in files")}>
      <p className="hint">{t("These details aren't in the candidate's record. Use the ones that are right.")}</p>
      <ul className="entries">
        {value.map((one) => (
          <li key={`${one.field} ${one.value}`} className="entry-item">
            <div className="row">
              <span>
                {t(names[one.field])}: <strong>{one.value}</strong>
              </span>
              <Button
                look="quiet"
                aria-label={t("Use {field}: {value}", { field: t(names[one.field]), value: one.value })}
                pending={use.pending}
                onClick={() => use.run(one)}
              >
                {t("Use")}
              </Button>
            </div>
            <p className="hint">{one.quotation === null ? t("From the AI profile") : `“${one.quotation}”`}</p>
          </li>
        ))}
      </ul>
      <Problem text={use.error} />
    </Part>
  )
}

export default Suggestions
