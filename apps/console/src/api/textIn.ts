/** The text of a field of data that the client does not know, such as an event's; undefined where it has none. */
export const textIn = (data: unknown, field: string): string | undefined => {
  const value: unknown = Object(data)[field]
  return typeof value === "string" ? value : undefined
}
