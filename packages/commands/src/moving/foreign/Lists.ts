/** Appends to the list of a key, in place. */
export const addTo = <Key, One>(lists: Map<Key, Array<One>>, key: Key, one: One): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [one])
  else list.push(one)
}
