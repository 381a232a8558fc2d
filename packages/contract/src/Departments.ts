/** Departments of the organization. */
import { departments } from "@candor/domain/department/Departments"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { levels, limit: { limit } } = departments
const operations = plainOperations(departments)

export class Departments extends HttpApiGroup.make("Departments")
  .add(
    operations.all("by name", {}).annotateMerge(
      documented("List departments", "Returns all of them, by name. `parent_id` makes them a tree.")
    ),
    operations.get.annotateMerge(documented("Get a department", "Returns a department.")),
    operations.create.annotateMerge(
      documented(
        "Create a department",
        `An organization has at most ${limit} departments; more are 400 with \`details.limit\`. They have at most ` +
          `${levels} levels, and names are unique, ignoring case.`
      )
    ),
    operations.update
      .annotateMerge(
        documented(
          "Rename or move a department",
          "Moves everything below it as well. Moving it below itself is 400. Jobs show the new name without " +
            "changing: a rename makes one event `department.updated` and no `job.updated`."
        )
      ),
    operations.delete.annotateMerge(
      documented(
        "Delete a department",
        "If others belong to it: 400 with `details.uses`, which names some of them. Move them first."
      )
    )
  )
  .annotate(OpenApi.Description, "The tree of the organization's departments.")
{}
