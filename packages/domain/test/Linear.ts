/**
 * Returns how many times as much CPU time a text of ten times the length takes: ten, or a hundred if a pattern
 * backtracks.
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
  // Less than ten milliseconds cannot be measured reliably.
  return timeOf(100_000) / Math.max(timeOf(10_000), 10_000)
}

/** The maximum growth that counts as linear. */
export const linear = 40
