/**
 * How many attempts to one receiver a process makes at a time. A receiver that does not answer holds a
 * place for as long as an attempt may take; with few of them it cannot hold up the receivers of others.
 */

/** The most for a receiver whose last answer came quickly, and for one of which that is not known. */
const most = { quick: 16, other: 4 }

/** An answer is quick that comes within so many milliseconds. */
const quickness = 1000

/** How long what finds no place is put off, in milliseconds: a receiver that is known to be slow has none for longer. */
const pause = { slow: 5000, other: 500 }

export interface Places {
  /** Takes a place for a receiver, if there is one; whoever takes one leaves it. */
  readonly take: (receiver: string) => boolean
  readonly leave: (receiver: string) => void
  /** Tells how long an attempt took, in milliseconds. */
  readonly took: (receiver: string, millis: number) => void
  /** In how many milliseconds to ask for a place again. */
  readonly pause: (receiver: string) => number
}

export const make = (): Places => {
  const taken = new Map<string, number>()
  const quick = new Map<string, boolean>()
  const count = (receiver: string) => taken.get(receiver) ?? 0
  return {
    take: (receiver) => {
      if (count(receiver) >= (quick.get(receiver) === true ? most.quick : most.other)) return false
      taken.set(receiver, count(receiver) + 1)
      return true
    },
    leave: (receiver) => {
      if (count(receiver) > 1) taken.set(receiver, count(receiver) - 1)
      else taken.delete(receiver)
    },
    took: (receiver, millis) => {
      quick.set(receiver, millis < quickness)
    },
    pause: (receiver) => quick.get(receiver) === false ? pause.slow : pause.other
  }
}
