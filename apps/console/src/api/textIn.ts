/** Returns a text field of data without a known type, such as an event's; undefined if it has none. */
export const textIn = (data: unknown, field: string): string | undefined => {
  const value: unknown = Object(data)[field]
  return typeof value === "string" ? value : undefined
}
