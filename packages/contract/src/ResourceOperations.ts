/**
 * The operations of a resource: list, get, create, update and delete. A group adds those that its noun needs, and its
 * own.
 */
import { described, named } from "@candor/domain/Described"
import { nameOf, type Pascal, wordsOf } from "@candor/domain/Noun"
import { Pagination } from "@candor/domain/Pagination"
import { type Context, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { AdminScope, WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, noQuery, resourceErrors } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

/** A struct with one field, whose name depends on the resource. */
export type Named<Name extends string, S> = { readonly [N in Name]: S }

/** Makes a struct with one field. */
export const field = <Name extends string, S>(name: Name, schema: S) => ({ [name]: schema }) as Named<Name, S>

/** The names of a resource in responses and paths. */
export interface Names<One extends string, Many extends string, Param extends string> {
  /** The field of one resource in a response: `mail_template`. */
  readonly one: One
  /** The field of a list: `mail_templates`. */
  readonly many: Many
  /** The parameter of the path: `templateId`. */
  readonly param: Param
}

/** Makes the operations of a resource at a path. The group adds middlewares and documentation to each. */
export const resourceOperations = <
  const One extends string,
  const Many extends string,
  const Param extends string,
  const Path extends `/${string}`,
  Id extends Schema.Codec<string, string>,
  Item extends Schema.Codec<unknown, unknown>,
  Draft extends Schema.Codec<unknown, unknown>,
  Patch extends Schema.Codec<unknown, unknown>
>({ draft, id, item, names, patch, path }: {
  readonly names: Names<One, Many, Param>
  readonly path: Path
  readonly id: Id
  readonly item: Item
  readonly draft: Draft
  readonly patch: Patch
}) => {
  const { many, one, param } = names
  const plural = wordsOf(many)
  const single = Schema.Struct(field(one, item))
  const params = field(param, pathId(id))
  const items = Schema.Array(item)
  const onePath = `${path}/:${param}` as const
  return {
    single,
    params,
    /** A page, newest first. */
    list: HttpApiEndpoint.get("list", path, {
      query: pageQuery,
      success: Schema.Struct({
        ...field(many, items.pipe(described(`The ${plural} of the page, newest first`))),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }),
    /** Lists all rows, with further fields beside them. */
    all: <Beside extends Schema.Struct.Fields>(order: string, beside: Beside) =>
      HttpApiEndpoint.get("list", path, {
        query: noQuery,
        success: Schema.Struct({ ...field(many, items.pipe(described(`All ${plural}, ${order}`))), ...beside })
      }),
    get: HttpApiEndpoint.get("get", onePath, { params, query: noQuery, success: single, error: resourceErrors }),
    create: HttpApiEndpoint.post("create", path, {
      query: noQuery,
      payload: draft,
      success: single.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }),
    update: HttpApiEndpoint.patch("update", onePath, {
      params,
      query: noQuery,
      payload: patch,
      success: single,
      error: [...resourceErrors, ...bodyErrors]
    }),
    delete: HttpApiEndpoint.delete("delete", onePath, {
      params,
      query: noQuery,
      success: Deleted,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
  }
}

/** Returns the names of a noun without rules of its own, in responses and paths. */
export const namesOf = <const Subject extends string, const Table extends string>(
  { subject, table }: { readonly subject: Subject; readonly table: Table }
): Names<Subject, Table, `${Uncapitalize<Pascal<Subject>>}Id`> => {
  const name: string = nameOf(subject)
  return {
    one: subject,
    many: table,
    param: `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Id` as `${Uncapitalize<Pascal<Subject>>}Id`
  }
}

/** Converts a name for paths: `holiday-calendars`. */
type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Dashed<Rest>}` : Name

const scopes: {
  readonly [Scope in "admin" | "write"]: Context.Key<AdminScope | WriteScope, (typeof WriteScope)["Service"]>
} = { admin: AdminScope, write: WriteScope }

/** Makes the operations of a noun without rules of its own, with the scope that they need. Its list has all rows. */
export const plainOperations = <
  const Subject extends string,
  const Table extends string,
  Id extends Schema.Codec<string, string>,
  Item extends Schema.Codec<unknown, unknown> & { readonly fields: { readonly id: Id } },
  Draft extends Schema.Codec<unknown, unknown>,
  Patch extends Schema.Codec<unknown, unknown>
>({ noun, scope = "admin" }: {
  readonly noun: {
    readonly subject: Subject
    readonly table: Table
    readonly json: Item
    readonly create: Draft
    readonly update: Patch
  }
  readonly scope?: keyof typeof scopes
}) => {
  const { create, json, subject, table, update } = noun
  const [name, words] = [nameOf(subject), wordsOf(subject)]
  const operations = resourceOperations({
    names: namesOf(noun),
    path: `/${table.replaceAll("_", "-") as Dashed<Table>}`,
    id: json.fields.id,
    item: json,
    draft: create.pipe(named(`${name}Draft`, `A new ${words}`)),
    patch: update.pipe(named(`${name}Patch`, `Changes to a ${words}. Omitted fields keep their values`))
  })
  return {
    ...operations,
    create: operations.create.middleware(scopes[scope]),
    update: operations.update.middleware(scopes[scope]),
    delete: operations.delete.middleware(scopes[scope])
  }
}
