/**
 * Returns how many times as long a text of ten times the length takes, in processor time: ten, or a hundred where a
 * pattern goes back.
 */
export const growthOf = (part: string, run: (text: string) => unknown): number => {
  const timeOf = (length: number): number => {
    const text = `n${part.repeat(Math.ceil(length / part.length)).slice(0, length - 2)}b`
    const before = process.cpuUsage()
    run(text)
    const { system, user } = process.cpuUsage(before)
    return user + system
  }
  timeOf(1000)
  // Less than ten milliseconds are no measure.
  return timeOf(100_000) / Math.max(timeOf(10_000), 10_000)
}

/** The most that it is where the time is linear. */
export const linear = 40
