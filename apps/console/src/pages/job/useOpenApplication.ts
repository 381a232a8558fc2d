/** The application that is open beside a board. It is in the address, so that Back closes it and a link opens it. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router"
import { useRef } from "react"

export const useOpenApplication = () => {
  const { application: id, ...board } = useSearch({ from: "/jobs/$id" })
  const navigate = useNavigate({ from: "/jobs/$id" })
  const { history } = useRouter()
  /** Whether the previous history entry is the board itself. */
  const isOpenedHere = useRef(false)
  const show = (application: string) => {
    if (id === undefined) isOpenedHere.current = true
    // Going from card to card replaces the history entry, so that Back closes the panel.
    void navigate({ search: { ...board, application }, replace: id !== undefined, resetScroll: false })
  }
  const close = () => {
    if (isOpenedHere.current) history.back()
    else void navigate({ search: board, replace: true, resetScroll: false })
    isOpenedHere.current = false
  }
  return { id, show, close }
}
