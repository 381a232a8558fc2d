/**
 * Solves the challenge of a board while a person fills in the form. Also reports when the page was opened, and which
 * files are empty or too large. If it is missing or fails, the form is sent without a proof. Served as `Proof.js.txt`,
 * which `bun run docs` builds from it.
 */
import { type Challenge, solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"

const status = document.querySelector<HTMLElement>("[data-challenge]")!
const form = status.closest("form")!
const [altcha, startedAt] = ["altcha", "started_at"].map((name) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)!
) as [HTMLInputElement, HTMLInputElement]

/** The longest wait for a challenge, or for its proof, in milliseconds. */
const timeout = 20_000

const prove = async (): Promise<void> => {
  const response = await fetch(status.dataset["challenge"]!, { signal: AbortSignal.timeout(timeout) })
  // Uses the server's clock, as the browser's may be wrong. A form that is shown again keeps the time of the first one.
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
  // Clears the error of a file that was chosen before.
  target.removeAttribute("aria-invalid")
  const told = [`#${target.id}-problem`, `li:has(> [href="#${target.id}"])`]
  for (const one of document.querySelectorAll(told.join())) one.remove()
  // The server would refuse the file only after it has arrived, and with it the fields after it.
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
  // A page that the browser restores from its history needs a new proof.
  proof = undefined
  status.textContent = ""
  isReady = true
  // A form cannot be submitted during its own submit event (WHATWG HTML, "firing submission events"), and the proof may
  // have been ready already.
  setTimeout(() => form.requestSubmit())
})
