/** Counts of requests that were authenticated while the database took no writes (decision 0018). */

/** Keys whose uncounted requests are remembered. Requests of further keys are admitted without being counted. */
export const maxUncounted = 10_000

/** Makes the counts, for at most `maxKeys` keys. A later statement adds them to the key's stored count. */
export const uncountedRequests = (maxKeys: number) => {
  const requests = new Map<string, number>()
  return {
    /** Returns the uncounted requests of a key. */
    of: (text: string): number => requests.get(text) ?? 0,
    /** Adds uncounted requests of a key. */
    add: (text: string, count: number): void => {
      const known = requests.get(text)
      if (count > 0 && (known !== undefined || requests.size < maxKeys)) requests.set(text, (known ?? 0) + count)
    },
    /** Removes the uncounted requests of a key and returns them, for one statement to count. */
    take: (text: string): number => {
      const count = requests.get(text) ?? 0
      requests.delete(text)
      return count
    }
  }
}
