/** Chooses the language of the console. Each language is shown by its own name, so that one finds the way back. */
import { chooseLanguage, language, languages } from "../language/language.ts"
import { t } from "../language/text.tsx"

const names = Object.entries(languages)

export const LanguageSelect = () => (
  <label className="language">
    <span>{t("Language")}</span>
    <select
      className="input fit"
      value={language()}
      onChange={({ target }) => chooseLanguage(target.value)}
    >
      {names.map(([value, name]) => <option key={value} value={value} lang={value}>{name}</option>)}
    </select>
  </label>
)
