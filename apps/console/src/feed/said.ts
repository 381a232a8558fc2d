/** What an event says that somebody did, as a sentence. */
import type { Event } from "@candor/client"
import { news } from "../declared/events.made.ts"
import { msg, t } from "../language/text.tsx"
import { cardOf } from "./reloadAfter.ts"

/** Who did it: German has the verb “hat” or “haben” with it. */
export const actorNamed = (name: string | undefined): string => t("{actor}", { actor: name ?? t("Someone") })

/**
 * Returns the sentence for an event; undefined where its type has none. `actor` is as `actorNamed` returns it, or
 * “You”.
 */
export const said = (event: Event, actor: string): string | undefined => {
  const sentence = news[event.type]
  if (sentence === undefined) return undefined
  const card = cardOf(event)
  return t(sentence, {
    actor,
    who: card?.candidate.full_name ?? t("the applicant"),
    stage: card?.stage.name ?? t("another stage")
  })
}

/** Returns the sentence for an event, whatever its type. */
export const saidOrChanged = (event: Event, actor: string): string =>
  said(event, actor) ?? t(msg("{actor} changed something."), { actor })
