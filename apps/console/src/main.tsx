import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Console } from "./Console.tsx"
import { setLanguage } from "./language/language.ts"
import { loadTexts } from "./language/text.tsx"

const root = document.getElementById("root")
const language = setLanguage()
document.documentElement.lang = language
const show = () =>
  root === null ? undefined : createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>
  )
// If the texts of the language cannot be loaded, the console is shown in English.
loadTexts(language).then(show, show)
