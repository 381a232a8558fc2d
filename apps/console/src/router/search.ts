/** Filters and views in the address, so that Back has them and they can be shared. */

type Search = Readonly<Record<string, unknown>>

/** Reads the parameters of an address as the texts that they are. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Writes parameters; one without a value is left out. */
export const stringifySearch = (search: Search): string => {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** A parameter that has one of these values, or none. */
export const oneOf = <Value extends string>(
  values: ReadonlyArray<readonly [Value, unknown]>,
  value: unknown
): Exclude<Value, ""> | undefined =>
  values.map(([one]) => one).find((one): one is Exclude<Value, ""> => one !== "" && one === value)

/** Parameters that a link may leave out. */
export const optional = <Params extends object>(params: Params): Partial<Params> => params
