/** Requests that were admitted while the database took no writes, and are counted when it does again. */

/** Makes the memory of what each key owes, by the key's text, of at most so many keys. */
export const make = (maxKeys: number) => {
  const owed = new Map<string, number>()
  return {
    /** How many requests a key owes. */
    of: (text: string): number => owed.get(text) ?? 0,
    /** Adds to what a key owes. */
    add: (text: string, count: number): void => {
      const known = owed.get(text)
      if (count > 0 && (known !== undefined || owed.size < maxKeys)) owed.set(text, (known ?? 0) + count)
    },
    /** Takes what a key owes, for one statement to count. */
    take: (text: string): number => {
      const count = owed.get(text) ?? 0
      owed.delete(text)
      return count
    }
  }
}
