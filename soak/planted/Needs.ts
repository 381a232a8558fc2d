/** What tests need of a machine besides Bun. */
import { installed } from "@candor/process/testing/Chromium"
import { administration } from "@candor/sql/testing/Databases"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Need } from "./PlantedFault.ts"

/** Whether this user may mount a disk in memory. */
const mayMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "candor-mount-"))
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "tmpfs", folder]).success
  if (mounted) Bun.spawnSync(["umount", folder])
  rmSync(folder, { recursive: true, force: true })
  return mounted
}

/** Why this machine cannot run tests that need this; undefined where it can. */
export const lacks = (need: Need | undefined): string | undefined => {
  if (need === undefined) return undefined
  if (need === "PostgreSQL") return administration === undefined ? "TEST_DATABASE_URL is not set" : undefined
  if (need === "chromium") return installed() === undefined ? "no Chromium is installed" : undefined
  if (need === "mount") return mayMount() ? undefined : "this user may not mount a disk"
  return Bun.which(need) === null ? `${need} is not installed` : undefined
}
