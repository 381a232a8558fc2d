/** The language of the person: chosen by hand, or else the first one of the browser that there is. */

/** The languages, each by the name that it has for itself. */
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

/** The language of this page, until it is loaded anew. */
export const language = (): Language => spoken

/** Sets the language of the page before anything of it is shown. */
export const setLanguage = (chosen: Language = preferred()): Language => {
  spoken = chosen
  return spoken
}

/** The language with the region that the browser has for it, as dates and numbers need: `de-AT`. */
export const locale = (): string => navigator.languages?.find((tag) => prefixOf(tag) === spoken) ?? spoken

/** Keeps the language for this browser, and shows the page in it. */
export const chooseLanguage = (chosen: string): void => {
  localStorage.setItem(storedKey, chosen)
  location.reload()
}
