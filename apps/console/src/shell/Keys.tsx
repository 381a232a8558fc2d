/** The list of the console's keys. */
import { type Marked, msg, t } from "../language/text.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { commandKey } from "./commandKey.ts"

const keys: ReadonlyArray<readonly [keys: ReadonlyArray<string | Marked>, what: Marked]> = [
  [[commandKey, "K"], msg("Search pages, jobs and people, or run a command")],
  [["/"], msg("Search this page")],
  [["?"], msg("Show keyboard shortcuts")],
  [[commandKey, "Z"], msg("Undo the last action")],
  [[msg("Shift"), "←"], msg("Move a card to the previous stage")],
  [[msg("Shift"), "→"], msg("Move a card to the next stage")],
  [["J"], msg("Go to the next card or row")],
  [["K"], msg("Go to the previous card or row")],
  [["X"], msg("Select a card")],
  [[msg("Shift"), "J"], msg("Select a card and the next one")],
  [["M"], msg("Move the open application, the card, or all that are selected")],
  [["R"], msg("Reject the open application, the card, or all that are selected")],
  [["+"], msg("Zoom in on a file")],
  [["-"], msg("Zoom out of a file")],
  [["W"], msg("Write an email to the candidate of the open application")],
  [[commandKey, "O"], msg("Choose files for a new applicant")],
  [["Esc"], msg("Close the panel or dialog")]
]

const Keys = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t("Keyboard shortcuts")} onClose={onClose}>
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
