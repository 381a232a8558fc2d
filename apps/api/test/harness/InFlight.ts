/** Many requests at once, a bounded number of them in flight. */

/** Runs the tasks, and returns their outcomes in order. */
export const inFlight = async <Outcome>(
  width: number,
  tasks: ReadonlyArray<() => Promise<Outcome>>
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  let next = 0
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++
      outcomes[index] = await tasks[index]!()
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return outcomes
}
