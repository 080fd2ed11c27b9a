import { expectTypeOf } from "vitest";
import type { ErrorCode, Handlers, Input, OperationId, Output, Scope } from "../src/index.ts";

interface Context {
  user: string;
}
type All = Handlers<{ none: Context; agent: Context; mailbox: Context; sms: Context; signature: Context }>;

// A handler answers what openapi.yaml says, without `success`.
const emails = { emails: [], cursor: "0" };
({ getRecentMail: () => emails }) satisfies Pick<All, "getRecentMail">;
({ getRecentMail: async () => emails }) satisfies Pick<All, "getRecentMail">;
({ deleteMailbox: () => ({}) }) satisfies Pick<All, "deleteMailbox">;

// @ts-expect-error a missing field
({ getRecentMail: () => ({ emails: [] }) }) satisfies Pick<All, "getRecentMail">;
// @ts-expect-error a field of another type
({ getRecentMail: () => ({ emails: "none", cursor: "0" }) }) satisfies Pick<All, "getRecentMail">;
// @ts-expect-error the answer of another operation
({ getRecentMail: async () => ({ messages: [], cursor: "0" }) }) satisfies Pick<All, "getRecentMail">;
// @ts-expect-error an operation there is not
({ getRecentMails: () => emails }) satisfies Partial<All>;
// @ts-expect-error a forgotten operation
({ getRecentMail: () => emails }) satisfies All;

// What a handler is given is decoded, defaults filled in, and its context is that of its token kind.
expectTypeOf<Input<"getRecentMail">["query"]["n"]>().toEqualTypeOf<number>();
expectTypeOf<Parameters<All["getMail"]>[0]["path"]>().toEqualTypeOf<{ id: string }>();
type Kinds = Handlers<{ none: 0; agent: 1; mailbox: 2; sms: 3; signature: 4 }>;
expectTypeOf<Parameters<Kinds["registerMailbox"]>[1]>().toEqualTypeOf<1>();
expectTypeOf<Parameters<Kinds["getRecentMail"]>[1]>().toEqualTypeOf<2>();
expectTypeOf<Parameters<Kinds["pushSms"]>[1]>().toEqualTypeOf<3>();

expectTypeOf<Output<"getRecentMail">>().not.toHaveProperty("success");
expectTypeOf<"getRecentMail">().toExtend<OperationId>();
expectTypeOf<"token_full">().toExtend<ErrorCode>();
expectTypeOf<"mailbox:read">().toExtend<Scope>();
expectTypeOf<string>().not.toExtend<Scope>();
