/** Describes an event as a sentence: who did what. */
import type { Event } from "@candor/client"
import { news } from "../declared/events.made.ts"
import { msg, t } from "../language/text.tsx"
import { cardOf } from "./reloadAfter.ts"

/** Returns the subject of the sentence: in German it includes the verb, “hat” or “haben”. */
export const actorNamed = (name: string | undefined): string => t("{actor}", { actor: name ?? t("Someone") })

/** Returns the sentence for an event; undefined if its type has none. `actor` comes from `actorNamed`, or is “You”. */
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

/** Returns the sentence for an event; a general one if its type has none. */
export const saidOrChanged = (event: Event, actor: string): string =>
  said(event, actor) ?? t(msg("{actor} changed something."), { actor })
