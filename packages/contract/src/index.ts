// The contract, generated from openapi.yaml.
export type { components, paths } from "./generated/api.ts";
export { inputs } from "./generated/inputs.ts";
export { errorCodes, operations, scopes } from "./generated/operations.ts";

// Types of operations and their handlers.
export type {
  ErrorCode,
  Handlers,
  Input,
  OperationId,
  Output,
  Schemas,
  Scope,
  TokenKind,
} from "./handlers.ts";
