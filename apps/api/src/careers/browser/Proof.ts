/**
 * Works on the challenge of a board while a person fills in the form, says when the page was opened, and which file is
 * empty or too large. Without it, or where it fails, the form is sent as it is. Served as `Proof.js.txt`, which `bun run docs`
 * makes of it.
 */
import { type Challenge, solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"

const status = document.querySelector<HTMLElement>("[data-challenge]")!
const form = status.closest("form")!
const [altcha, startedAt] = ["altcha", "started_at"].map((name) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)!
) as [HTMLInputElement, HTMLInputElement]

/** Nobody waits longer for a challenge, or for its proof, in milliseconds. */
const timeout = 20_000

const prove = async (): Promise<void> => {
  const response = await fetch(status.dataset["challenge"]!, { signal: AbortSignal.timeout(timeout) })
  // By the server's clock, as that of the browser may be wrong. A form that is shown again has the time of the first
  // one.
  startedAt.value ||= String(Math.floor(Date.parse(response.headers.get("date")!) - performance.now()))
  const challenge = await response.json() as Challenge
  const solution = await solveChallenge({ challenge, deriveKey, timeout })
  if (solution !== null) altcha.value = btoa(JSON.stringify({ challenge, solution }))
}

let proof: Promise<void> | undefined
let isReady = false
const begin = (): Promise<void> => proof ??= prove().catch(() => {})

form.addEventListener("input", () => void begin(), { once: true })
form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.files === null) return
  // What was wrong with another file.
  target.removeAttribute("aria-invalid")
  const told = [`#${target.id}-problem`, `li:has(> [href="#${target.id}"])`]
  for (const one of document.querySelectorAll(told.join())) one.remove()
  // The server refuses it only once it has come, and with it what stands after it in the form.
  const { empty, maxBytes, tooLarge } = status.dataset
  const sizes = [...target.files].map(({ size }) => size)
  target.setCustomValidity(
    sizes.includes(0) ? empty! : sizes.some((size) => size > Number(maxBytes)) ? tooLarge! : ""
  )
})

form.addEventListener("submit", async (event) => {
  if (isReady) {
    isReady = false
    return
  }
  event.preventDefault()
  if (status.textContent !== "") return
  status.textContent = status.dataset["words"]!
  await begin()
  // A page that is returned to needs another one.
  proof = undefined
  status.textContent = ""
  isReady = true
  // Within the event a form sends nothing (WHATWG HTML, "firing submission events"), and a proof may have been ready
  // before.
  setTimeout(() => form.requestSubmit())
})
