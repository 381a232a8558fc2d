/** The keys of the console. */
import { type Marked, msg, t } from "../language/text.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { commandKey } from "./commandKey.ts"

const keys: ReadonlyArray<readonly [keys: ReadonlyArray<string | Marked>, what: Marked]> = [
  [[commandKey, "K"], msg("Search pages, jobs and people, or do something")],
  [["/"], msg("Search on this page")],
  [["?"], msg("Show the keys")],
  [[commandKey, "Z"], msg("Take back what was just done")],
  [[msg("Shift"), "←"], msg("Move a card one stage back")],
  [[msg("Shift"), "→"], msg("Move a card one stage on")],
  [["J"], msg("Go to the next card or row")],
  [["K"], msg("Go to the previous card or row")],
  [["X"], msg("Select a card")],
  [[msg("Shift"), "J"], msg("Select a card and the next one")],
  [["M"], msg("Move the open application, the card, or all that are selected")],
  [["R"], msg("Reject the open application, the card, or all that are selected")],
  [["+"], msg("Show a file larger")],
  [["-"], msg("Show a file smaller")],
  [["W"], msg("Write a mail to the candidate of the open application")],
  [[commandKey, "O"], msg("Choose files for a new applicant")],
  [["Esc"], msg("Close what is open")]
]

const Keys = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t("Keys")} onClose={onClose}>
    <dl className="keys">
      {keys.map(([pressed, what]) => (
        <div key={what.english}>
          <dt>{pressed.map((key, at) => <kbd key={at}>{t(key)}</kbd>)}</dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

export default Keys
