/** An area that takes files which are dropped on it. */
import { type DragEvent, type ReactNode, useState } from "react"

interface Props {
  /** What is said while files are held above it. */
  readonly label: string
  /** Left out where nothing is taken. */
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
