/** Faults by which a file and its row come apart, or a file is taken for what it is not. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "files",
    says: "A content stands under its id before it is whole",
    file: "packages/files/src/Folder.ts",
    find: "`${pathOf(key)}.part`",
    replace: "pathOf(key)",
    tests: ["packages/files/test/Folder.test.ts"],
    pattern: "breaks off"
  },
  {
    breaks: "files",
    says: "A refused upload leaves its content",
    file: "apps/api/src/files/Uploads.ts",
    find: "Effect.onError(() => discard({ key })),",
    replace: "",
    tests: ["apps/api/test/rules/files.test.ts"],
    pattern: "is refused with what was found"
  },
  {
    breaks: "files",
    says: "A dry run of an upload leaves its content",
    file: "apps/api/src/middleware/SafeWriting.ts",
    find: "if (!isKept) yield* body.discard",
    replace: "",
    tests: ["apps/api/test/rules/files.test.ts"],
    pattern: "a repeated upload"
  },
  {
    breaks: "files",
    says: "A deleted attachment leaves its content",
    file: "packages/sql/src/migrations/0020_attachments.ts",
    find: "WHEN (OLD.size_bytes IS NOT NULL) EXECUTE FUNCTION attachment_removed()",
    replace: "WHEN (OLD.size_bytes IS NULL) EXECUTE FUNCTION attachment_removed()",
    tests: ["packages/sql/test/Attachments.test.ts"]
  },
  {
    breaks: "files",
    says: "A file is added to an application whose candidate is anonymised meanwhile",
    file: "packages/sql/src/migrations/0020_attachments.ts",
    find: "a.id = NEW.application_id AND a.anonymised_at IS NULL;",
    replace: "a.id = NEW.application_id;",
    tests: ["packages/sql/test/Attachments.test.ts"],
    pattern: "anonymised meanwhile"
  }
]
