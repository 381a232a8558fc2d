/** The types of the public API's operations, as its contract declares them. Nothing of the contract is in the built files. */
import type { Api } from "@candor/contract/Api"
import type { Brand } from "effect"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

type Endpoints = {
  readonly [Group in Groups as Group["identifier"]]: {
    readonly [Endpoint in HttpApiGroup.Endpoints<Group> as Endpoint["identifier"]]: Endpoint
  }
}

/** `Jobs.list` and all others. */
export type OperationName = {
  [Group in keyof Endpoints & string]: `${Group}.${keyof Endpoints[Group] & string}`
}[keyof Endpoints & string]

type EndpointOf<Name extends OperationName> = Name extends `${infer Group}.${infer Endpoint}`
  ? Group extends keyof Endpoints ? Endpoint extends keyof Endpoints[Group] ? Endpoints[Group][Endpoint] : never : never
  : never

/** Method and path of an operation, for example `GET /api/v1/jobs/:jobId`. */
export type RouteOf<Name extends OperationName> = EndpointOf<Name> extends {
  readonly method: infer Method extends string
  readonly path: infer Path extends string
} ? `${Method} ${Path}` : never

/** A value without the brands that tell one noun's ids from another's: JSON and addresses have texts. */
type Plain<A> = A extends Brand.Brand<string> ? Brand.Brand.Unbranded<A>
  : A extends ReadonlyArray<infer Item> ? ReadonlyArray<Plain<Item>>
  : A extends object ? { readonly [Key in keyof A]: Plain<A[Key]> }
  : A

type ValueOf<Schema> = [Schema] extends [never] ? undefined
  : Schema extends { readonly Type: infer Value } ? Plain<Value>
  : undefined

type ParamsOf<Name extends OperationName> = ValueOf<HttpApiEndpoint.Params<EndpointOf<Name>>>

/** The values of a query as JavaScript has them; the transport writes them as text. */
type QueryOf<Name extends OperationName> = {
  readonly [Key in keyof ValueOf<HttpApiEndpoint.Query<EndpointOf<Name>>>]?: string | number | undefined
}

/** The JSON that an operation takes. */
export type BodyOf<Name extends OperationName> = ValueOf<HttpApiEndpoint.Payload<EndpointOf<Name>>>

/** The JSON that an operation answers with. */
export type AnswerOf<Name extends OperationName> = ValueOf<HttpApiEndpoint.Success<EndpointOf<Name>>>

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }

/** What an operation is called with. */
export type InputOf<Name extends OperationName> =
  & Part<"params", ParamsOf<Name>>
  & Part<"body", BodyOf<Name>>
  & { readonly query?: QueryOf<Name>; readonly signal?: AbortSignal | undefined }
