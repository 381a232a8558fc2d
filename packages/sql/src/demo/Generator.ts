/** A seeded random generator, whose choices are the same on every machine. Its present is a fixed day. */
import { faker } from "@faker-js/faker/locale/en"
import { minute, today } from "./Times.ts"

/** Makes a generator from a seed. Only one can be used at a time: a new one restarts the sequence. */
export const make = (seed: number) => {
  faker.seed(seed)
  faker.setDefaultRefDate(today)
  const made = new Map<number, number>()

  /** Makes a UUIDv7 for a time. Ids increase with the time, and within a millisecond in the order of creation. */
  const id = (millis: number): string => {
    const count = made.get(millis) ?? 0
    made.set(millis, count + 1)
    const time = millis.toString(16).padStart(12, "0")
    const random = faker.string.hexadecimal({ length: 15, casing: "lower", prefix: "" })
    const variant = faker.helpers.arrayElement(["8", "9", "a", "b"])
    return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 + count).toString(16)}-` +
      `${variant}${random.slice(0, 3)}-${random.slice(3)}`
  }

  return {
    id,
    firstName: (): string => faker.person.firstName(),
    lastName: (): string => faker.person.lastName(),
    /** An integer from `min` to `max`, both included. */
    integer: (min: number, max: number): number => faker.number.int({ min, max }),
    /** True with a probability from 0 to 1. */
    chance: (probability: number): boolean => faker.datatype.boolean(probability),
    one: <A>(choices: ReadonlyArray<A>): A => faker.helpers.arrayElement(choices),
    /** Some of the choices, each at most once, in a random order. */
    some: <A>(choices: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
      faker.helpers.arrayElements(choices, count),
    weighted: <A>(choices: ReadonlyArray<{ readonly value: A; readonly weight: number }>): A =>
      faker.helpers.weightedArrayElement(choices),
    hex: (length: number): string => faker.string.hexadecimal({ length, casing: "lower", prefix: "" }),
    /** Chooses a time up to `span` milliseconds after `from`, but never after the demo's present. */
    after: (from: number, span: number): number =>
      from +
      faker.number.int({ min: Math.min(minute, today - from), max: Math.min(Math.max(minute, span), today - from) })
  }
}
export type Generator = ReturnType<typeof make>
