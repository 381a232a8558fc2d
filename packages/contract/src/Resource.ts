/** Resources: whatever a GET returns on its own. Their responses have entity tags (RFC 9110, section 8.8.3). */
import { Context, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"

/** Tells whether a field may be beside a resource in a response: a boolean, or words of a fixed list. */
const isSetting = (type: SchemaAST.AST): boolean =>
  SchemaAST.isBoolean(type) || (SchemaAST.isArrays(type) && type.rest.every(isWord))
const isWord = (type: SchemaAST.AST): boolean =>
  SchemaAST.isLiteral(type) || (SchemaAST.isUnion(type) && type.types.every(isWord))

/**
 * Tells whether a response has exactly one field that is not a list. There may be plain values beside it, such as a
 * setting of the service.
 */
const isOne = (ast: SchemaAST.AST): boolean => {
  if (!SchemaAST.isObjects(ast)) return false
  const types = ast.propertySignatures.map(({ type }) => type)
  const [first, ...others] = types.length === 1 ? types : types.filter((type) => !isSetting(type))
  return first !== undefined && others.length === 0 && !SchemaAST.isArrays(first)
}

/** Marks a response as a resource although it has further fields. */
export const IsResource = Context.Reference<boolean>("@candor/contract/IsResource", { defaultValue: () => false })

/** Tells whether an operation reads a resource. */
export const isResource = ({ annotations, method, success }: HttpApiEndpoint.Top): boolean =>
  method === "GET" && (Context.get(annotations, IsResource) || [...success].every(({ ast }) => isOne(ast)))

/** Returns the paths of an API's resources, with parameters as OpenAPI writes them. */
export const resourcePaths = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<string> => {
  const paths: Array<string> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      if (isResource(endpoint)) paths.push(pathOf(endpoint))
    }
  })
  return paths
}

/** Returns an operation's path as OpenAPI writes it. */
export const pathOf = ({ path }: Pick<HttpApiEndpoint.Top, "path">): string => path.replace(/:(\w+)/g, "{$1}")

/**
 * Returns the resource that a write changes or belongs to: the longest resource path with which the write's path
 * begins. For example, `PATCH /jobs/{jobId}/stages/{stageId}`, which has no GET, belongs to `/jobs/{jobId}`.
 */
export const resourceOf = (path: string, resources: ReadonlyArray<string>): string | undefined =>
  resources.filter((resource) => path === resource || path.startsWith(`${resource}/`)).toSorted((one, other) =>
    other.length - one.length
  )[0]
