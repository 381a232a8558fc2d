/** Updates a changed application in all cached answers: on its page, in its history, and on the boards of its job. */
import { keepState, reloadChanged, toldOf } from "../../api/store.ts"
import { putCards } from "../job/keptBoards.ts"
import type { Application } from "./Application.ts"

export const keepApplication = (application: Application): void => {
  keepState(["application"], toldOf(application))
  void reloadChanged(["application", application.id, "history"])
  putCards([application])
}
