/** The cost of the organization's model requests today, and where texts are sent. */
import { locale } from "../../language/language.ts"
import { t } from "../../language/text.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { Part } from "../../parts/Part.tsx"
import { useModelUsage } from "./criteria.ts"

export const ModelPart = () => {
  const { value: usage } = useModelUsage()
  if (usage === undefined) return null
  const { daily_tokens, is_on, model, provider, used_tokens } = usage
  return (
    <Part title={t("AI model")}>
      {is_on
        ? (
          <>
            <p>
              {t("{used} of {limit} tokens used today", {
                used: used_tokens.toLocaleString(locale()),
                limit: daily_tokens.toLocaleString(locale())
              })}
            </p>
            <Meter label={t("Tokens used today")} used={used_tokens} limit={daily_tokens} />
            <p className="hint">
              {t(
                "Texts are sent to {provider} ({model}) for AI profiles, and for criteria of jobs that have them turned on. Once the day's tokens are used up, work waits until midnight UTC.",
                { provider: provider ?? "", model: model ?? "" }
              )}
            </p>
          </>
        )
        : (
          <p className="hint">
            {t(
              "No AI model is set up on this server, so it sends no applicant's text anywhere. If background work runs on other machines, ask whoever runs them."
            )}
          </p>
        )}
    </Part>
  )
}
