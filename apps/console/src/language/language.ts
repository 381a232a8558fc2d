/** The person's language: chosen by hand, else the first of the browser's languages that the console has. */

/** The languages, each with its own name for itself. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

const storedKey = "candor.language"

const prefixOf = (tag: string): string => tag.split("-")[0] ?? tag

const preferred = (): Language => {
  const chosen = localStorage.getItem(storedKey)
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages.map(prefixOf)].find(isLanguage) ?? "en"
}

let spoken: Language = "en"

/** Returns the language of this page; it changes with a reload only. */
export const language = (): Language => spoken

/** Sets the language of the page before anything is shown. */
export const setLanguage = (chosen: Language = preferred()): Language => {
  spoken = chosen
  return spoken
}

/** Returns the language with the browser's region, for dates and numbers: `de-AT`. */
export const locale = (): string => navigator.languages?.find((tag) => prefixOf(tag) === spoken) ?? spoken

/** Stores the language for this browser, and reloads the page in it. */
export const chooseLanguage = (chosen: string): void => {
  localStorage.setItem(storedKey, chosen)
  location.reload()
}
