/** A read-only scorecard. */
import type { OwnScorecard } from "@candor/client"
import { t } from "../../language/text.tsx"
import { Status } from "../../parts/Status.tsx"

export const ScorecardShown = ({ scorecard }: { readonly scorecard: OwnScorecard }) => (
  <div className="scorecard">
    {scorecard.overall === null ? null : (
      <p>
        <Status of={scorecard.overall} />
      </p>
    )}
    {scorecard.summary === null ? null : <p className="prose">{scorecard.summary}</p>}
    <Details scorecard={scorecard} />
  </div>
)

/** The ratings and answers. */
export const Details = (
  { scorecard: { answers, questions, ratings, sections } }: { readonly scorecard: OwnScorecard }
) => (
  <>
    {sections.map(({ attributes, name }, at) => (
      <section key={at} className="scorecard-section" aria-label={name}>
        <h3>{name}</h3>
        <dl className="answers">
          {attributes.map(({ id, name }) => {
            const said = ratings.find(({ attribute_id }) => attribute_id === id)
            return (
              <div key={id}>
                <dt>{name}</dt>
                <dd>
                  {said?.rating == null ? <span className="hint">{t("Not rated")}</span> : <Status of={said.rating} />}
                  {said?.note == null ? null : <p className="prose">{said.note}</p>}
                </dd>
              </div>
            )
          })}
        </dl>
      </section>
    ))}
    <dl className="answers">
      {questions.flatMap(({ id, text }) =>
        answers.filter(({ question_id }) => question_id === id).map(({ answer }) => (
          <div key={id}>
            <dt>{text}</dt>
            <dd className="prose">{answer}</dd>
          </div>
        ))
      )}
    </dl>
  </>
)
