import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Stryker has no plugins for mutators, so these are added to its own list, which its package does not export.
const instrumenter = join(import.meta.dirname, "node_modules/@stryker-mutator/instrumenter/package.json");
const list = pathToFileURL(join(instrumenter, "../dist/src/mutators/mutate.js"));
const { allMutators } = await import(list.href);
const { types } = createRequire(instrumenter)("@babel/core");

/** Names of Stryker's own mutators. */
export const ownMutators = ["StringLiteral", "Regex", ...allMutators.map(({ name }) => name)];

/** Calls that nobody relies on. */
const ignoredCallees = new Set(["log", "console", "super"]);

allMutators.push(
  {
    /** Leaves a step out: a listener stays, a timer runs on, a reader is not woken, a state is not reset. */
    name: "StatementDeletion",
    *mutate(path) {
      if (path.isExpressionStatement() && isStep(path.node.expression)) yield types.emptyStatement();
    },
  },
  {
    /** Does not wait for a step. */
    name: "AwaitRemoval",
    *mutate(path) {
      if (path.isExpressionStatement() && types.isAwaitExpression(path.node.expression))
        yield types.expressionStatement(types.cloneNode(path.node.expression.argument, true));
    },
  },
  {
    /** Swaps a step that is waited for with the one before it. */
    name: "StatementOrder",
    *mutate(path) {
      if (!path.isBlockStatement()) return;
      const { body } = path.node;
      for (let index = 1; index < body.length; index++) {
        const [first, second] = [body[index - 1], body[index]];
        if (!types.isExpressionStatement(first) || !types.isExpressionStatement(second)) continue;
        if (![first, second].some(({ expression }) => types.isAwaitExpression(expression))) continue;
        const swapped = body.with(index - 1, second).with(index, first);
        yield types.blockStatement(swapped.map((statement) => types.cloneNode(statement, true)));
      }
    },
  },
);

/** Whether a statement does something that a test could notice: a call or an assignment, but no line of the log. */
function isStep(expression) {
  const inner = types.isAwaitExpression(expression) ? expression.argument : expression;
  const call = types.isUnaryExpression(inner, { operator: "void" }) ? inner.argument : inner;
  if (types.isAssignmentExpression(call)) return true;
  if (!types.isCallExpression(call) && !types.isOptionalCallExpression(call)) return false;
  let callee = call.callee;
  while (types.isMemberExpression(callee) || types.isOptionalMemberExpression(callee)) callee = callee.object;
  return !ignoredCallees.has(callee.name) && !types.isSuper(callee);
}

export const strykerPlugins = [];
