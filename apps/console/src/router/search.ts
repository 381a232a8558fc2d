/** Filters and views in the address, so that Back restores them and they can be shared. */

type Search = Readonly<Record<string, unknown>>

/** Parses the parameters of an address, with all values as texts. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Formats parameters; those without a value are left out. */
export const stringifySearch = (search: Search): string => {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** Reads a parameter with one of these values; undefined for others. */
export const oneOf = <Value extends string>(
  values: ReadonlyArray<readonly [Value, unknown]>,
  value: unknown
): Exclude<Value, ""> | undefined =>
  values.map(([one]) => one).find((one): one is Exclude<Value, ""> => one !== "" && one === value)

/** Marks parameters as optional in links. */
export const optional = <Params extends object>(params: Params): Partial<Params> => params
