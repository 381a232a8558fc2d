/** Tells what was done, for some seconds at the edge of the page. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"

type Tell = (text: string) => void

const Context = createContext<Tell>(() => {})

/** Milliseconds for which a notice is shown. */
const shownMillis = 6000

export const useNotice = (): Tell => useContext(Context)

export const NoticeProvider = ({ children }: { readonly children: ReactNode }) => {
  const [notice, setNotice] = useState<{ readonly text: string }>()
  const tell = useCallback((text: string) => setNotice({ text }), [])
  useEffect(() => {
    if (notice === undefined) return
    const timer = setTimeout(() => setNotice(undefined), shownMillis)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Context value={tell}>
      {children}
      <div className="notices" role="status">{notice === undefined ? null : <p>{notice.text}</p>}</div>
    </Context>
  )
}
