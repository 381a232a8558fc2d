/** Statistics of a stream of requests, and the verdict about them. */
import type { SentRequest } from "./Neighbour.ts"

/** The latencies of a stream in milliseconds, and its numbers of bad responses. */
export interface Figures {
  readonly requests: number
  readonly p50: number
  readonly p95: number
  readonly unavailable: number
  readonly unanswered: number
  readonly wrong: number
  /** The first wrong response. */
  readonly example: string
}

/** Returns the percentile of values; NaN without values. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const figures = (sent: ReadonlyArray<SentRequest>): Figures => {
  const latencies = sent.map(({ latency }) => latency)
  const wrong = sent.filter((one) => one.wrong !== "" && one.status !== undefined)
  const unanswered = sent.filter(({ status }) => status === undefined)
  const [first] = [...wrong, ...unanswered]
  return {
    requests: sent.length,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    unavailable: sent.filter(({ status }) => status === 503).length,
    unanswered: unanswered.length,
    wrong: wrong.length,
    example: first === undefined ? "" : `${first.what}: ${first.wrong}`
  }
}

/** The maximum latency of the neighbor, as a multiple of its latency alone. */
const factor = 3

/** The p95 in milliseconds that is always allowed on the embedded database, which runs one statement at a time. */
const embedded = 100

/** Returns the allowed p95 of a neighbor beside a misbehaving organization, in milliseconds. */
const allowed = (alone: Figures, isEmbedded: boolean): number => Math.max(factor * alone.p95, isEmbedded ? embedded : 0)

export interface Judged {
  readonly guarantee:
    | "latency"
    | "no 503"
    | "right answers"
    | "memory"
    | "no restart"
    | "deliveries"
    | "no refusal"
    | "told"
  readonly isKept: boolean
  readonly says: string
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Compares the latency with that of the neighbor alone. */
export const judgeLatency = (alone: Figures, during: Figures, isEmbedded: boolean): Judged => {
  const limit = allowed(alone, isEmbedded)
  const isKept = during.p95 <= limit
  return {
    guarantee: "latency",
    isKept,
    says: `p95 ${ms(during.p95)} ${isKept ? "≤" : ">"} ${ms(limit)}, ${
      (during.p95 / alone.p95).toFixed(1)
    } times that alone`
  }
}

/** Checks that no response was 503, wrong or missing. */
export const judgeAnswers = ({ example, requests, unanswered, unavailable, wrong }: Figures): ReadonlyArray<Judged> => {
  const missing = wrong + unanswered
  return [
    {
      guarantee: "no 503",
      isKept: unavailable === 0,
      says: unavailable === 0 ? "no 503" : `${unavailable} of ${requests} answers 503`
    },
    {
      guarantee: "right answers",
      isKept: missing === 0,
      says: missing === 0 ? "all answers right" : `${wrong} wrong, ${unanswered} missing (${example})`
    }
  ]
}

/** Checks the largest resident memory of the server, in MiB. */
export const judgeMemory = (peak: number, limit: number): Judged => ({
  guarantee: "memory",
  isKept: peak <= limit,
  says: `${Math.round(peak)} MiB ${peak <= limit ? "≤" : ">"} ${Math.round(limit)} MiB`
})
