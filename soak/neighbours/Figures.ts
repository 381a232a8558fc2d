/** Figures of a stream of requests, and the verdict over them. */
import type { Asked } from "./Neighbour.ts"

/** A stream's latencies in milliseconds, and what was not answered as it should be. */
export interface Figures {
  readonly requests: number
  readonly p50: number
  readonly p95: number
  readonly unavailable: number
  readonly unanswered: number
  readonly wrong: number
  /** The first wrong answer, for a reader to begin with. */
  readonly example: string
}

/** The value below which a share of the values is; NaN without values. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const figures = (asked: ReadonlyArray<Asked>): Figures => {
  const latencies = asked.map(({ latency }) => latency)
  const wrong = asked.filter((one) => one.wrong !== "" && one.status !== undefined)
  const unanswered = asked.filter(({ status }) => status === undefined)
  const [first] = [...wrong, ...unanswered]
  return {
    requests: asked.length,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    unavailable: asked.filter(({ status }) => status === 503).length,
    unanswered: unanswered.length,
    wrong: wrong.length,
    example: first === undefined ? "" : `${first.what}: ${first.wrong}`
  }
}

/** How many times its latency alone a neighbour's may be. */
const factor = 3

/**
 * Milliseconds that are never held against the server: alone, 95 of 100 requests take 2 to 6 ms on two processors, and
 * three times that is what any other program on the machine adds.
 */
const noise = 25

/** The p95 that a neighbour may have beside one that misbehaves, in milliseconds. */
export const allowed = (alone: Figures): number => Math.max(factor * alone.p95, noise)

export interface Judged {
  readonly guarantee: "latency" | "no 503" | "right answers" | "memory" | "no restart" | "deliveries"
  readonly holds: boolean
  readonly says: string
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Holds the latency beside the one alone. */
export const judgeLatency = (alone: Figures, during: Figures): Judged => {
  const holds = during.p95 <= allowed(alone)
  return { guarantee: "latency", holds, says: `p95 ${ms(during.p95)} ${holds ? "≤" : ">"} ${ms(allowed(alone))}` }
}

/** Holds the answers: no 503, none wrong, none missing. */
export const judgeAnswers = ({ example, requests, unanswered, unavailable, wrong }: Figures): ReadonlyArray<Judged> => {
  const missing = wrong + unanswered
  return [
    {
      guarantee: "no 503",
      holds: unavailable === 0,
      says: unavailable === 0 ? "no 503" : `${unavailable} of ${requests} answers 503`
    },
    {
      guarantee: "right answers",
      holds: missing === 0,
      says: missing === 0 ? "all answers right" : `${wrong} wrong, ${unanswered} missing (${example})`
    }
  ]
}

/** Holds the largest resident memory of the server, in MiB. */
export const judgeMemory = (peak: number, limit: number): Judged => ({
  guarantee: "memory",
  holds: peak <= limit,
  says: `${Math.round(peak)} MiB ${peak <= limit ? "≤" : ">"} ${Math.round(limit)} MiB`
})
