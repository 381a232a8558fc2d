/** A secret that is shown once, with a button that copies it. */
import { useState } from "react"
import { Button } from "./Action.tsx"
import { Icon } from "./Icon.tsx"

export const Secret = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const [copied, setCopied] = useState<boolean>()
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), () => setCopied(false))
  return (
    <div className="secret">
      <code tabIndex={0} aria-label={name}>{text}</code>
      <Button onClick={copy}><Icon name={copied === true ? "check" : "copy"} />{copied === true ? "Copied" : "Copy"}</Button>
      <p className="hint" role="status">
        {copied === false
          ? "The browser refused to copy. Select the text, and copy it yourself."
          : "It is shown only now. Keep it where passwords are kept."}
      </p>
    </div>
  )
}
