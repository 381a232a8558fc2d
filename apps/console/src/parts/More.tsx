/** A button with a menu of further actions, as the browser's own popover. */
import { useId, useRef } from "react"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly label: string
  readonly actions: ReadonlyArray<readonly [name: string, run: () => void]>
}

export const More = ({ actions, label }: Props) => {
  const id = useId()
  const menu = useRef<HTMLUListElement>(null)
  return (
    <>
      <button type="button" className="button plain" popoverTarget={id} aria-label={label} title={label}>
        <Icon name="more" />
      </button>
      <ul ref={menu} id={id} className="menu" popover="auto">
        {actions.map(([name, run]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                // Closes the menu first, so that the button has the focus again, and a dialog restores it there.
                menu.current?.hidePopover()
                run()
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
