import type * as v from "valibot";
import type { operations as apiOperations, components } from "./generated/api.ts";
import type { inputs } from "./generated/inputs.ts";
import type { errorCodes, operations, scopes } from "./generated/operations.ts";

/** The `operationId` of an operation in openapi.yaml. */
export type OperationId = keyof typeof operations;
/** Kind of credential that an operation needs. */
export type TokenKind = (typeof operations)[OperationId]["token"];
/** Permission of an agent key. */
export type Scope = (typeof scopes)[number];
/** The `code` of an error, for programs. */
export type ErrorCode = (typeof errorCodes)[number];
/** The named schemas of openapi.yaml. */
export type Schemas = components["schemas"];

/** An operation's decoded input. */
export type Input<Id extends OperationId> = {
  [Part in keyof (typeof inputs)[Id]]: (typeof inputs)[Id][Part] extends v.GenericSchema<unknown, infer Value>
    ? Value
    : never;
};

/** The body of the operation's response. The router adds `success: true`. */
export type Output<Id extends OperationId> = WithoutSuccess<Content<apiOperations[Id]["responses"][200]>>;

/** One handler for each operation of openapi.yaml. Each gets the context of its kind of credential. */
export type Handlers<Contexts extends Record<TokenKind, unknown>> = {
  [Id in OperationId]: (
    input: Input<Id>,
    context: Contexts[(typeof operations)[Id]["token"]],
  ) => Output<Id> | Promise<Output<Id>>;
};

type Content<T> = T extends { content: infer C } ? C[keyof C] : never;
type WithoutSuccess<T> = T extends { success: true } ? Omit<T, "success"> : T;
