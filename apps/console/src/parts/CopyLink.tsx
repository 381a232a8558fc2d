/** A button that copies an address, and confirms it. */
import { t } from "../language/text.tsx"
import { Button } from "./Action.tsx"
import { Icon } from "./Icon.tsx"
import { useCopy } from "./useCopy.ts"

interface Props {
  readonly address: string
  readonly label?: string
}

export const CopyLink = ({ address, label = t("Copy link") }: Props) => {
  const { copied, copy } = useCopy(address)
  return (
    <>
      <Button look="quiet" onClick={copy}>
        <Icon name={copied === true ? "check" : "copy"} />
        {copied === true ? t("Copied") : label}
      </Button>
      <span className={copied === false ? "hint" : "hidden"} role="status">
        {copied === undefined
          ? null
          : copied
          ? t("Copied")
          : t("Your browser blocked copying. Select the text and copy it yourself.")}
      </span>
    </>
  )
}
