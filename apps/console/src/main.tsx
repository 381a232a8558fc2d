import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Console } from "./Console.tsx"

const root = document.getElementById("root")
if (root !== null) createRoot(root).render(<StrictMode><Console /></StrictMode>)
