/** Links to the console beside what a tool answers, so that a person opens what a model tells of. */

/** The pages of the console for what has a field of this name, alone or in a list. */
const pages: Readonly<Record<string, string>> = {
  application: "applications",
  applications: "applications",
  candidate: "candidates",
  job: "jobs",
  jobs: "jobs",
  new_applications: "applications",
  unanswered: "applications"
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Adds `link` to the outermost objects that have a page, at the origin of the console. */
export const withLinks = (value: unknown, origin: string, page?: string): unknown => {
  if (Array.isArray(value)) return value.map((part) => withLinks(part, origin, page))
  if (!isObject(value)) return value
  const { id } = value
  if (page !== undefined && typeof id === "string")
    return { ...value, link: new URL(`/console/${page}/${id}`, origin).href }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withLinks(part, origin, pages[name])]))
}
