/** A secret that is shown once, in a dialog that only its button closes. */
import type { ReactNode } from "react"
import { t } from "../language/text.tsx"
import { Button } from "./Action.tsx"
import { Dialog } from "./Dialog.tsx"
import { Icon } from "./Icon.tsx"
import { useCopy } from "./useCopy.ts"

interface Props {
  readonly title: string
  /** The name of the secret. */
  readonly name: string
  readonly text: string
  /** Reminds the person that it is not shown again, and where to keep it. */
  readonly hint?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const SecretDialog = ({ children, hint, name, onClose, text, title }: Props) => (
  <Dialog isFirm title={title} onClose={onClose}>
    {children}
    <Secret name={name} text={text} hint={hint ?? t("You won't see this again. Store it in a password manager.")} />
    <div className="buttons">
      <Button look="primary" onClick={onClose}>{t("Done")}</Button>
    </div>
  </Dialog>
)

const Secret = ({ hint, name, text }: Required<Pick<Props, "hint" | "name" | "text">>) => {
  const { copied, copy } = useCopy(text)
  return (
    <div className="secret">
      <code tabIndex={0} aria-label={name}>{text}</code>
      <Button className="first" onClick={copy}>
        <Icon name={copied === true ? "check" : "copy"} />
        {copied === true ? t("Copied") : t("Copy")}
      </Button>
      <p className="hint" role="status">
        {copied === false
          ? t("Your browser blocked copying. Select the text and copy it yourself.")
          : hint}
      </p>
    </div>
  )
}
