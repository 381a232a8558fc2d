/** Links to the console in the answers of tools, so that a person can open what a model mentions. */

/** The console's pages by the name of the field, which has an object or a list of them. */
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
