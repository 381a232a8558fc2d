/** The application that is open beside a board: it is in the address, so that Back closes it and a link shows it. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router"
import { useRef } from "react"

export const useOpenApplication = () => {
  const { application: id, ...board } = useSearch({ from: "/jobs/$id" })
  const navigate = useNavigate({ from: "/jobs/$id" })
  const { history } = useRouter()
  /** Whether the address before this one is the board's. */
  const isOpenedHere = useRef(false)
  const show = (application: string) => {
    if (id === undefined) isOpenedHere.current = true
    // Going through the cards leaves one step for Back.
    void navigate({ search: { ...board, application }, replace: id !== undefined, resetScroll: false })
  }
  const close = () => {
    if (isOpenedHere.current) history.back()
    else void navigate({ search: board, replace: true, resetScroll: false })
    isOpenedHere.current = false
  }
  return { id, show, close }
}
