/** Departments of the organization. */
import { departments } from "@candor/domain/department/Departments"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { levels, limit: { limit }, noun } = departments
const operations = plainOperations(noun)

export class Departments extends HttpApiGroup.make("Departments")
  .add(
    operations.all("by name", {}).annotateMerge(
      documented("List departments", "Returns all of them, by name. `parent_id` makes them a tree.")
    ),
    operations.get.annotateMerge(documented("Get a department", "Returns a department.")),
    operations.create.middleware(AdminScope).annotateMerge(
      documented(
        "Create a department",
        `An organization has at most ${limit} departments; more are 400 with \`details.limit\`. They have at most ` +
          `${levels} levels, and names are unique, ignoring case.`
      )
    ),
    operations.update.middleware(AdminScope)
      .annotateMerge(
        documented(
          "Rename or move a department",
          "Moves everything below it as well. Moving it below itself is 400. Jobs show the new name without " +
            "changing: a rename makes one event `department.updated` and no `job.updated`."
        )
      ),
    operations.delete.middleware(AdminScope).annotateMerge(
      documented(
        "Delete a department",
        "If others belong to it: 400 with `details.uses`, which names some of them. Move them first."
      )
    )
  )
  .annotate(OpenApi.Description, "The tree of the organization's departments.")
{}
