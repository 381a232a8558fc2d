/**
 * A card of an application on a board. The board handles the events of all cards, so that thousands of cards stay
 * cheap.
 */
import { type CSSProperties, memo } from "react"
import { t } from "../../language/text.tsx"
import { namesOf } from "../signal/signals.ts"
import { membersOf } from "./groups.ts"
import { appliedAgain } from "../../parts/appliedAgain.ts"
import { Icon } from "../../parts/Icon.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { ago, duration, secondsSince, soon } from "../../parts/Time.tsx"
import type { Card } from "./loadBoard.ts"

/** Days in a stage after which a card highlights the time. */
const longDays = 14

/** Heights in pixels: the card's edges, its name with facts, a line of text, its tags, and the gap to the next card. */
const [edges, always, line, tagsLine, gap] = [18, 46, 18, 24, 6] as const

/** The `entered_at` of a closed application is when it was closed. */
const appliedAtOf = ({ applied_again_at, entered_at, status }: Card) =>
  appliedAgain(applied_again_at, status === "active" ? null : entered_at)

/** The number of characters that fit into a line of a narrow column, and into a line of the name. */
const [lineLength, nameLength] = [22, 13] as const

/** The height of a name's second line, in pixels. */
const nameLine = 20

/** The number of characters that fit beside the interview icon. */
const timeLength = 15

/** Returns the person's job and employer; "" if unknown. A long text takes two lines. */
const workOf = ({ current_company, headline }: Card): string =>
  [headline, current_company].filter((part) => part !== null).join(" · ")

const isLong = ({ candidate: { full_name }, replied_at }: Card): boolean =>
  full_name.length + (replied_at === null ? 0 : 2) > nameLength

/** Returns the lines that say why the application was rejected, and that the person has applied again. */
const linesOf = (card: Card): ReadonlyArray<string> => {
  const appliedAt = appliedAtOf(card)
  return [card.rejection_reason, appliedAt === null ? null : t("Applied again {time}", { time: ago(appliedAt) })]
    .filter((text) => text !== null)
}

/**
 * Returns the height of a card with the gap below it, in pixels. It depends on the card only, so that a column can
 * position cards without rendering them.
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
  /** The card's index in the column, and its distance from the top in pixels. */
  readonly index: number
  readonly top: number
  /** The number of cards in the column. */
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

/** The signals of an application. The board opens a group of nearly equal applications. */
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

/** The word is for screen readers: a card has room for an icon and the time only. */
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

/** Feedback as dots, and a ring for each colleague who is asked for feedback or a scorecard. */
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
