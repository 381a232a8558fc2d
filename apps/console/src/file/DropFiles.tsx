/** An area onto which files can be dropped. */
import { type DragEvent, type ReactNode, useState } from "react"

interface Props {
  /** The text that is shown while files are dragged over it. */
  readonly label: string
  /** Undefined if no files are accepted. */
  readonly onFiles: ((files: ReadonlyArray<File>) => void) | undefined
  readonly children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files")

export const DropFiles = ({ children, label, onFiles }: Props) => {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (onFiles === undefined || !hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (onFiles === undefined || !hasFiles(event)) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div className="drop" onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver ? <p className="drop-here">{label}</p> : null}
    </div>
  )
}
