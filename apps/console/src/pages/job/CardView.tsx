/** An application on a board. What is done with it is heard by the board, so that thousands of cards cost little. */
import { type CSSProperties, memo } from "react"
import { t } from "../../language/text.tsx"
import { namesOf } from "../signal/signals.ts"
import { membersOf } from "./groups.ts"
import { appliedAgain } from "../../parts/appliedAgain.ts"
import { Icon } from "../../parts/Icon.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { ago, duration, secondsSince, soon } from "../../parts/Time.tsx"
import type { Card } from "./loadBoard.ts"

/** Days in a stage after which a card says so louder. */
const longDays = 14

/** Pixels of a card: its edges, its name with its facts, a line of text, its tags, and the gap to the next. */
const [edges, always, line, tagsLine, gap] = [18, 46, 18, 24, 6] as const

/** A closed application got its status when it was closed. */
const appliedAtOf = ({ applied_again_at, entered_at, status }: Card) =>
  appliedAgain(applied_again_at, status === "active" ? null : entered_at)

/** Characters that a line of a narrow column has room for, and of a name. */
const [lineLength, nameLength] = [22, 13] as const

/** Pixels of a second line of a name. */
const nameLine = 20

/** The same beside the icon of an interview. */
const timeLength = 15

/** What the person does and where; "" where it is not known. A long one has two lines. */
const workOf = ({ current_company, headline }: Card): string =>
  [headline, current_company].filter((part) => part !== null).join(" · ")

const isLong = ({ candidate: { full_name }, replied_at }: Card): boolean =>
  full_name.length + (replied_at === null ? 0 : 2) > nameLength

/** Why the application was rejected, and that the person has applied again. */
const linesOf = (card: Card): ReadonlyArray<string> => {
  const appliedAt = appliedAtOf(card)
  return [card.rejection_reason, appliedAt === null ? null : t("Applied again {time}", { time: ago(appliedAt) })]
    .filter((text) => text !== null)
}

/**
 * The height of a card with the gap below it, in pixels: it follows from the card alone, so that a column knows where
 * each one is.
 */
export const heightOf = (card: Card): number => {
  const work = workOf(card).length > lineLength ? 2 : 1
  const interview = card.next_interview_at === null ? 0 : soon(card.next_interview_at).length > timeLength ? 2 : 1
  const signals = card.signals.length === 0 ? 0 : 1
  return edges + always + (isLong(card) ? nameLine : 0) + line * (work + linesOf(card).length + interview + signals) +
    (card.tags.length === 0 ? 0 : tagsLine) +
    gap
}

const daySeconds = 86_400

interface Props {
  readonly card: Card
  readonly stage: string
  readonly href: string
  readonly mayMove: boolean
  readonly seesRatings: boolean
  readonly isSelected: boolean
  readonly isOpen: boolean
  /** Its index among the cards of the column, and its distance from their top, in pixels. */
  readonly index: number
  readonly top: number
  /** The number of cards of the column. */
  readonly size: number
}

export const CardView = memo(
  ({ card, href, index, isOpen, isSelected, mayMove, seesRatings, size, stage, top }: Props) => {
    const { candidate: { full_name }, id, status, tags } = card
    const isMovable = mayMove && status === "active"
    const work = workOf(card) || spelled(card.source_type)
    const style: CSSProperties = { height: heightOf(card) - gap, transform: `translateY(${top}px)` }
    return (
      <li
        id={`card-${id}`}
        className={`card${isSelected ? " selected" : ""}${isOpen ? " open" : ""}`}
        style={style}
        data-card={id}
        draggable={isMovable}
        aria-posinset={index + 1}
        aria-setsize={size}
      >
        <a
          href={href}
          className={isLong(card) ? "card-name long" : "card-name"}
          draggable={false}
          title={card.replied_at === null
            ? full_name
            : t("{name} replied {time}. No one has answered yet.", { name: full_name, time: ago(card.replied_at) })}
          aria-current={isOpen ? "true" : undefined}
        >
          {card.replied_at === null
            ? null
            : (
              <span
                className="reply-dot"
                role="img"
                aria-label={t("Replied {time}:", { time: ago(card.replied_at) })}
              />
            )}
          {full_name}
          {isSelected ? <span className="hidden">, {t("selected")}</span> : null}
        </a>
        {isMovable
          ? (
            <>
              <button
                type="button"
                className="icon-button card-select"
                tabIndex={-1}
                aria-label={t("Select {name}", { name: full_name })}
                title={t("Select (X)")}
              >
                <Icon name="check" />
              </button>
              <button
                type="button"
                className="icon-button card-move"
                tabIndex={-1}
                aria-label={t("Move {name}", { name: full_name })}
              >
                <Icon name="move" />
              </button>
            </>
          )
          : null}
        <p className={`card-work hint${work.length > lineLength ? " long" : ""}`} title={work}>{work}</p>
        {linesOf(card).map((text) => <p key={text} className="card-line hint" title={text}>{text}</p>)}
        {card.signals.length === 0 ? null : <Signals card={card} />}
        {card.next_interview_at === null ? null : <NextInterview time={soon(card.next_interview_at)} />}
        {tags.length === 0
          ? null
          : (
            <p className="card-tags" title={tags.join(", ")}>
              {tags.map((tag) => <span key={tag} className="card-tag">{tag}</span>)}
            </p>
          )}
        <Facts card={card} stage={stage} seesRatings={seesRatings} />
      </li>
    )
  }
)

/** What is odd beside others. The board opens the group of nearly equal ones. */
const Signals = ({ card: { signals, similar } }: Pick<Props, "card">) => {
  const names = namesOf(signals)
  return similar === null
    ? (
      <p className="card-line card-signal" title={names}>
        <span className="signal-dot" aria-hidden="true" />
        <span className="hidden">{t("Signals")}:</span> {names}
      </p>
    )
    : (
      <button
        type="button"
        className="card-line card-signal card-similar"
        tabIndex={-1}
        data-group={similar.id}
        title={names}
      >
        <span className="signal-dot" aria-hidden="true" />
        {t("{count} nearly the same", { count: membersOf(similar.members) })}
      </button>
    )
}

/** The word is for those who do not see the icon: a card has room for the time alone. */
const NextInterview = ({ time }: { readonly time: string }) => {
  const text = t("Interview {time}", { time })
  return (
    <p className="card-line card-interview" title={text}>
      <Icon name="calendar" />
      <span className="hidden">{text}</span>
      <span aria-hidden="true">{time}</span>
    </p>
  )
}

const Facts = ({ card, seesRatings, stage }: Pick<Props, "card" | "seesRatings" | "stage">) => {
  const { asked, entered_at, scorecards_due, status } = card
  const ratings = seesRatings ? card.ratings : []
  const seconds = secondsSince(entered_at)
  return (
    <div className="card-facts">
      {status === "active"
        ? (
          <time
            dateTime={entered_at}
            className={seconds >= longDays * daySeconds ? "badge warning" : "hint"}
            title={t("In {stage} for {time}", { stage, time: duration(seconds) })}
          >
            {seconds < daySeconds ? t("today") : duration(seconds)}
          </time>
        )
        : <Status of={status} />}
      {ratings.length + asked + scorecards_due === 0
        ? null
        : <Ratings ratings={ratings} asked={asked} due={scorecards_due} />}
    </div>
  )
}

/** Feedback as dots, and a ring for each colleague who is asked for it, or for a scorecard. */
const Ratings = ({ asked, due, ratings }: Pick<Card, "ratings" | "asked"> & { readonly due: number }) => {
  const given = ratings.length === 0 ? [] : [t("Feedback: {ratings}", { ratings: ratings.map(spelled).join(", ") })]
  const text = [
    ...given,
    ...(asked === 0 ? [] : [t("requested from {count}", { count: asked })]),
    ...(due === 0 ? [] : [t("{n, plural, one {# scorecard} other {# scorecards}} due", { n: due })])
  ].join("; ")
  return (
    <span className="dots" role="img" aria-label={text} title={text}>
      {ratings.map((rating, index) => <span key={index} className={`dot ${rating}`} />)}
      {Array.from({ length: asked + due }, (_, index) => <span key={index} className="dot asked" />)}
    </span>
  )
}
