import { type ComponentChild, h } from "preact";
import { beforeEach, test } from "vitest";
import { session } from "../../src/app/session.ts";
import { Contents } from "../../src/docs/contents.tsx";
import type { Operation } from "../../src/docs/document.ts";
import { OperationPage } from "../../src/docs/operation.tsx";
import { Overview } from "../../src/docs/overview.tsx";
import { Try } from "../../src/docs/try.tsx";
import { document, operation } from "../docs/sample-document.ts";
import { drawView } from "../view.ts";
import { expectDrawn, startFullServer } from "./drawn.ts";

beforeEach(startFullServer);

const clearing: Operation = {
  ...{ ...operation, id: "clearMailbox", tag: "Mailboxes", path: "/svc-api/mailbox/{id}", key: "agentKey" },
  ...{ method: "DELETE", body: null },
};
const creating: Operation = {
  ...{ ...operation, method: "POST", path: "/svc-api/mailbox/register", key: "agentKey", parameters: [] },
  body: { type: "application/json", schema: {}, example: { name: "signup" }, isRequired: true },
};

const parts: Record<string, [draw: () => ComponentChild, text: string]> = {
  "reference-overview": [() => h(Overview, { document }), "Pushes"],
  "reference-contents": [() => h(Contents, { document, operationId: "pushSms" }), "Pushes"],
  "reference-operation": [() => h(OperationPage, { operation, document }), "Gets a mail"],
  "reference-try-on-a-record": [() => h(Try, { operation: clearing }), "box1@desk.example.com"],
  "reference-try-with-a-body": [() => h(Try, { operation: creating }), "Send POST"],
};

test.each(Object.entries(parts))("%s is drawn as in its file", async (name, [draw, text]) => {
  await expectDrawn(drawView(draw()), name, text);
});

test("without a session, the form asks for a key first", async () => {
  session.set({ state: "signed-out", reason: null });
  await expectDrawn(drawView(h(Try, { operation: creating })), "reference-try-signed-out", "key");
});
