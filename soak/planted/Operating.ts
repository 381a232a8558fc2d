/** Faults that show when a service is operated: backups, restores, verification. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "engineOptions",
    says: "A program that was started without the options of the engine goes on without them",
    file: "packages/process/src/EngineOptions.ts",
    find: "if (environment === undefined || ",
    replace: "if (environment !== undefined || ",
    tests: ["packages/process/test/engine.test.ts"],
    pattern: "apply to a program that was started without them"
  },
  {
    breaks: "engineOptions",
    says: "The worker does not apply the options of the engine",
    file: "apps/worker/src/main.ts",
    find: "applyOptions()\n",
    replace: "void applyOptions\n",
    tests: ["packages/process/test/engine.test.ts"],
    pattern: "apply to the built"
  },
  {
    breaks: "auditLog",
    says: "Events that come while the audit log is verified break it",
    file: "packages/sql/src/repositories/event/AuditLog.ts",
    find: " AND e.sequence <= ${last}",
    replace: "",
    tests: ["packages/sql/test/AuditLog.test.ts"]
  },
  {
    breaks: "auditLog",
    says: "An erasure while the audit log is verified breaks it",
    file: "packages/sql/src/repositories/event/AuditLog.ts",
    find: "erased = new Set((yield* claims(organization))[0]?.erased)",
    replace: "erased = new Set()",
    tests: ["packages/sql/test/AuditLog.test.ts"]
  },
  {
    breaks: "backups",
    says: "Statements run while the database's files are copied",
    file: "packages/sql/src/database/PgliteInstance.ts",
    find: "if (pause !== undefined) return pause.then(database)",
    replace: "if (false as boolean) return pause!.then(database)",
    tests: ["packages/sql/test/EmbeddedFiles.test.ts"]
  },
  {
    breaks: "backups",
    says: "Contents that come while the others are copied are not in the backup",
    file: "packages/commands/src/backup/Taking.ts",
    find: "after.filter((path) => !copied.has(path))",
    replace: "after.filter((path) => copied.has(path))",
    tests: ["packages/commands/test/Taking.test.ts"]
  },
  {
    breaks: "backups",
    says: "Files of other programs are in a backup, and their names cannot be restored",
    file: "packages/files/src/Folder.ts",
    find: "names.filter(isUuid)",
    replace: "names",
    tests: ["packages/commands/test/Taking.test.ts"],
    pattern: "and nothing else"
  },
  {
    breaks: "backups",
    says: "A part of the database that is behind a link is left out of a backup",
    file: "packages/commands/src/backup/Tree.ts",
    find: "!entry.isDirectory()",
    replace: "entry.isFile()",
    tests: ["packages/commands/test/Taking.test.ts"],
    pattern: "behind a link to a folder"
  },
  {
    breaks: "backups",
    says: "A backup on a disk that hangs holds up statements for ever",
    file: "packages/commands/src/backup/Taking.ts",
    find: "duration: maxPause",
    replace: "duration: Duration.infinity",
    tests: ["packages/commands/test/Taking.test.ts"],
    pattern: "ten minutes"
  },
  {
    breaks: "backups",
    says: "A restore overwrites files",
    file: "packages/commands/src/backup/Tree.ts",
    find: "constants.COPYFILE_EXCL | ",
    replace: "",
    tests: ["packages/commands/test/Taking.test.ts"],
    pattern: "a copy overwrites nothing"
  },
  {
    breaks: "backups",
    says: "A restore goes on without a file that is gone from the backup",
    file: "packages/commands/src/backup/Restoring.ts",
    find: "yield* Tree.copy(files,",
    replace: "yield* Tree.copyPresent(files,",
    tests: ["packages/commands/test/Taking.test.ts"],
    pattern: "a restore that fails leaves no database"
  },
  {
    breaks: "backups",
    says: "A backup goes into the database by way of a link",
    file: "packages/commands/src/Backup.ts",
    find: "relative(real(outer), real(inner))",
    replace: "relative(outer, inner)",
    tests: ["apps/cli/test/backup.test.ts"],
    pattern: "overwrites nothing"
  },
  {
    breaks: "backups",
    says: "A damaged file is restored",
    file: "packages/commands/src/backup/Restoring.ts",
    find: "sha256 !== digests[index]!.sha256",
    replace: "sha256.length !== digests[index]!.sha256.length",
    tests: ["packages/commands/test/Taking.test.ts"]
  },
  {
    breaks: "containers",
    says: "An upgrade stops a server while the one before is alive and not ready",
    file: "deploy/compose.yaml",
    find: "/health/ready",
    replace: "/health/live",
    tests: ["docs/deploy.test.ts"],
    pattern: "whether they are ready"
  },
  {
    breaks: "containers",
    says: "Settings that lie beside the sources get into a build",
    file: ".dockerignore",
    find: "**/.env*",
    replace: "",
    tests: ["docs/deploy.test.ts"],
    pattern: "nothing else that lies in a clone"
  },
  {
    breaks: "proxy",
    says: "The proxy passes on /metrics where its path is written in another way",
    file: "deploy/haproxy.cfg",
    find: "path -m sub % ; \\\\ /.",
    replace: "path -m sub ;",
    tests: ["docs/deploy.test.ts"],
    pattern: "however the path is written",
    needs: "haproxy"
  }
]
