/**
 * The operations of a resource: list, get, create, update and delete. A group adds those that its noun has, and its
 * own.
 */
import { described, named } from "@candor/domain/Described"
import { nameOf, type Pascal, wordsOf } from "@candor/domain/Noun"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { bodyErrors, Deleted, noQuery, resourceErrors } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

/** A struct with one field, whose name a resource gives. */
export type Named<Name extends string, S> = { readonly [N in Name]: S }

/** Returns one. */
export const field = <Name extends string, S>(name: Name, schema: S) => ({ [name]: schema }) as Named<Name, S>

/** What answers and paths call a resource. */
export interface Names<One extends string, Many extends string, Param extends string> {
  /** The field of an answer that shows one: `mail_template`. */
  readonly one: One
  /** The field of a list: `mail_templates`. */
  readonly many: Many
  /** The parameter of the path: `templateId`. */
  readonly param: Param
}

/** Makes the operations of a resource at a path. Middlewares and what the document says of them are added to each. */
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
    /** All of them, with fields beside them. */
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

/** What answers and paths call a noun without rules of its own. */
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

/** A name as paths have it: `holiday-calendars`. */
type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Dashed<Rest>}` : Name

/** Makes the operations of a noun without rules of its own, of which all are listed. */
export const plainOperations = <
  const Subject extends string,
  const Table extends string,
  Id extends Schema.Codec<string, string>,
  Item extends Schema.Codec<unknown, unknown> & { readonly fields: { readonly id: Id } },
  Draft extends Schema.Codec<unknown, unknown>,
  Patch extends Schema.Codec<unknown, unknown>
>(noun: {
  readonly subject: Subject
  readonly table: Table
  readonly json: Item
  readonly create: Draft
  readonly update: Patch
}) => {
  const { create, json, subject, table, update } = noun
  const [name, words] = [nameOf(subject), wordsOf(subject)]
  return resourceOperations({
    names: namesOf(noun),
    path: `/${table.replaceAll("_", "-") as Dashed<Table>}`,
    id: json.fields.id,
    item: json,
    draft: create.pipe(named(`${name}Draft`, `A new ${words}`)),
    patch: update.pipe(named(`${name}Patch`, `Changes of a ${words}. A field that is left out stays`))
  })
}
