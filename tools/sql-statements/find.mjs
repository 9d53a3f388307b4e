// Finds SQL that is built from strings: `sql.raw(…)`, `.query(…)` and `.execute(…)` with an expression that is not constant.
// `` sql`…` `` is safe, because it sends its expressions as parameters.
import { parseSync } from "oxc-parser";

/** Calls the function for each node of a syntax tree. */
function walk(node, visit) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if (typeof node.type === "string") visit(node);
  for (const key in node) if (key !== "parent") walk(node[key], visit);
}

/** Returns the expression without type assertions and parentheses. */
function plain(node) {
  const isWrapped = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "ParenthesizedExpression"].includes(node?.type);
  return isWrapped ? plain(node.expression) : node;
}

/** Returns whether an expression has only values that the code contains. `constants` has the values of the `const` names of the file. */
function isConstant(given, constants) {
  const node = plain(given);
  switch (node?.type) {
    case "Literal":
      return true;
    case "TemplateLiteral":
      return node.expressions.every((one) => isConstant(one, constants));
    case "BinaryExpression":
      return node.operator === "+" && isConstant(node.left, constants) && isConstant(node.right, constants);
    case "ConditionalExpression":
      return isConstant(node.consequent, constants) && isConstant(node.alternate, constants);
    case "Identifier":
      return constants.has(node.name) && isConstant(constants.get(node.name), new Map());
    default:
      return false;
  }
}

/** Returns the text of a statement: the argument itself, the property `text` of an object, or the value of a name. */
function textOf(argument, constants) {
  const node = plain(argument);
  if (node?.type === "ObjectExpression") {
    const property = node.properties.find(({ key }) => (key?.name ?? key?.value) === "text");
    return property && textOf(property.value, constants);
  }
  if (node?.type === "Identifier") return constants.has(node.name) ? plain(constants.get(node.name)) : node;
  return node;
}

const isBuilt = (node) => node?.type === "TemplateLiteral" || (node?.type === "BinaryExpression" && node.operator === "+");

/** Returns the values of the names that a file declares exactly once, by `const`. Other names can have several values. */
function constantsOf(program) {
  const declared = new Map();
  const ambiguous = new Set();
  walk(program, (node) => {
    if (node.type === "VariableDeclaration") {
      for (const { id, init } of node.declarations) {
        if (id.type !== "Identifier") continue;
        if (declared.has(id.name) || node.kind !== "const" || !init) ambiguous.add(id.name);
        else declared.set(id.name, init);
      }
    }
    // A parameter hides a constant of the same name.
    if (node.params) walk(node.params, (inner) => inner.type === "Identifier" && ambiguous.add(inner.name));
  });
  for (const name of ambiguous) declared.delete(name);
  return declared;
}

/**
 * Returns the statements of a file that are built from strings.
 * @returns the line and the source text of each expression
 */
export function findBuiltStatements(file, code) {
  if (!/\b(?:raw|query|execute)\b/u.test(code)) return [];
  const { program } = parseSync(file, code);
  const constants = constantsOf(program);
  const found = [];
  walk(program, (node) => {
    const callee = node.type === "CallExpression" ? plain(node.callee) : undefined;
    const method = callee?.type === "MemberExpression" && !callee.computed ? callee.property.name : undefined;
    const [argument] = node.arguments ?? [];
    if (!argument) return;
    const isRaw = method === "raw" && callee.object.name === "sql" && !isConstant(argument, constants);
    const text = method === "query" || method === "execute" ? textOf(argument, constants) : undefined;
    if (!isRaw && !(isBuilt(text) && !isConstant(text, constants))) return;
    const { start, end } = isRaw ? argument : text;
    found.push({ line: code.slice(0, node.start).split("\n").length, text: code.slice(start, end) });
  });
  return found;
}
