/** Shows a changed application wherever it is kept: on its page, in its history, and on the boards of its job. */
import { changeKept, reloadChanged } from "../../api/queries.ts"
import { putCard } from "../job/keptBoards.ts"
import type { Application } from "./Application.ts"

export const keepApplication = (application: Application): void => {
  const { id } = application
  changeKept<Application>(["application", id], () => application)
  void reloadChanged(["application", id, "history"])
  putCard(application)
}
