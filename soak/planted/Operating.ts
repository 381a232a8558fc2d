/** Faults that show when a service is operated: backups, restores, verification. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
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
    find: "after.files.filter((path) => !copied.has(path))",
    replace: "after.files.filter((path) => copied.has(path))",
    tests: ["packages/commands/test/Taking.test.ts"]
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
    breaks: "readOnly",
    says: "A server on a standby tries to migrate it",
    file: "packages/sql/src/migrations/Migrations.ts",
    find: "if (found?.standby !== true) return false",
    replace: "if (found !== undefined) return false",
    tests: ["packages/sql/test/Migrations.test.ts"],
    pattern: "a standby is not migrated"
  }
]
