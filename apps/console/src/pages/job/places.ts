/** The departments and offices that jobs belong to. */
import { candor } from "../../api/Client.ts"
import { useLoadedPart } from "../../api/useLoaded.ts"

export const useDepartments = () =>
  useLoadedPart(["department"], (signal) => candor.departments.list({ signal }), ({ departments }) => departments)

export const useOffices = () =>
  useLoadedPart(["office"], (signal) => candor.offices.list({ signal }), ({ offices }) => offices)
