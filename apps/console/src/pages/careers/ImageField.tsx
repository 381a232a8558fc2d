/** An image of the careers site: show, choose, replace and remove it. */
import { useRef } from "react"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { t } from "../../language/text.tsx"

interface Props {
  /** Undefined if there is no image. */
  readonly address: string | undefined
  readonly className: string
  readonly words: Readonly<Record<"shown" | "hint" | "file" | "choose" | "change" | "remove", string>>
  readonly onSet: (file: File) => Promise<void>
  readonly onRemove: () => Promise<void>
}

export const ImageField = ({ address, className, onRemove, onSet, words }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const set = useAction(onSet)
  const remove = useAction(onRemove)
  return (
    <>
      {address === undefined ? null : <img className={className} src={address} alt={words.shown} />}
      <p className="hint">{words.hint}</p>
      <input
        ref={input}
        className="hidden"
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label={words.file}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void set.run(file)
          // Lets the person choose the same file again.
          target.value = ""
        }}
      />
      <Problem text={set.error ?? remove.error} />
      <div className="buttons">
        <Button pending={set.pending} onClick={() => input.current?.click()}>
          {address === undefined ? words.choose : words.change}
        </Button>
        {address === undefined
          ? null
          : (
            <ConfirmButton
              label={words.remove}
              question={t("Remove?")}
              pending={remove.pending}
              onConfirm={() => void remove.run()}
            >
              {words.remove}
            </ConfirmButton>
          )}
      </div>
    </>
  )
}
