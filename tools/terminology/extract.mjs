// Extracts the names and the texts of one file: `{ names: [{ name, offset }], texts: [{ text, offset }] }`.
import path from "node:path";
import { parseSync } from "oxc-parser";

const CODE = /\.[cm]?[jt]sx?$/u;
/** Code of the product, whose messages are read by users and operators. */
const PRODUCT = /^(?:apps|packages)\//u;
const TEST = /\.(?:test|e2e|bench)\.tsx?$/u;
const TEST_FUNCTIONS = new Set(["describe", "it", "test"]);

/** Replaces the matches of a pattern by spaces. Offsets and lines do not change. */
const blank = (text, pattern) => text.replace(pattern, (match) => match.replace(/[^\n]/gu, " "));

/** Removes code spans, links to symbols and addresses from prose: they are names, not words. */
const prose = (text) => blank(blank(blank(text, /`[^`\n]*`/gu), /\{@link[^}]*\}/gu), /https?:\/\/\S+/gu);

/** Calls `visit` for every node of a syntax tree. */
function walk(node, visit) {
  visit(node);
  for (const key in node) {
    const child = node[key];
    if (Array.isArray(child)) {
      for (const entry of child) if (typeof entry?.type === "string") walk(entry, visit);
    } else if (typeof child?.type === "string") walk(child, visit);
  }
}

/** Lists the identifiers that a binding pattern declares. */
function boundIdentifiers(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => boundIdentifiers(property.value ?? property.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap(boundIdentifiers);
    case "AssignmentPattern":
      return boundIdentifiers(pattern.left);
    case "RestElement":
      return boundIdentifiers(pattern.argument);
    case "TSParameterProperty":
      return boundIdentifiers(pattern.parameter);
    default:
      return [];
  }
}

const keyOf = (node) => (!node.computed && (node.key.type === "Identifier" || node.key.type === "PrivateIdentifier") ? [node.key] : []);
const aliasOf = (alias, original) => (alias.type === "Identifier" && alias.name !== original.name ? [alias] : []);
const declaredParameters = (node) => (node.params?.items ?? node.params ?? []).flatMap(boundIdentifiers);
const named = (node) => [...boundIdentifiers(node.id), ...(Array.isArray(node.params) ? declaredParameters(node) : [])];

/** The identifiers that a node declares, by node type. References are not listed. */
const DECLARED = {
  VariableDeclarator: (node) => boundIdentifiers(node.id),
  FunctionDeclaration: named,
  FunctionExpression: named,
  TSDeclareFunction: named,
  ArrowFunctionExpression: declaredParameters,
  TSFunctionType: declaredParameters,
  ClassDeclaration: named,
  ClassExpression: named,
  CatchClause: (node) => boundIdentifiers(node.param),
  PropertyDefinition: keyOf,
  MethodDefinition: keyOf,
  TSPropertySignature: keyOf,
  TSMethodSignature: (node) => [...keyOf(node), ...declaredParameters(node)],
  ObjectExpression: (node) =>
    node.properties.flatMap((property) => (property.type === "Property" && !property.shorthand ? keyOf(property) : [])),
  TSTypeAliasDeclaration: (node) => [node.id],
  TSInterfaceDeclaration: (node) => [node.id],
  TSTypeParameter: (node) => (node.name?.type === "Identifier" ? [node.name] : []),
  ImportSpecifier: (node) => aliasOf(node.local, node.imported),
  ImportDefaultSpecifier: (node) => [node.local],
  ImportNamespaceSpecifier: (node) => [node.local],
  ExportSpecifier: (node) => aliasOf(node.exported, node.local),
};

/** Returns the name of the function that a call runs, without `.each`, `.skip` and the like. */
function calledFunction({ callee }) {
  let node = callee;
  while (node.type === "MemberExpression" || node.type === "CallExpression") node = node.object ?? node.callee;
  return node.name;
}

function testTitle(node) {
  const title = node.arguments[0];
  if (!TEST_FUNCTIONS.has(calledFunction(node))) return [];
  if (title?.type === "Literal" && typeof title.value === "string") return [title];
  return title?.type === "TemplateLiteral" ? [title] : [];
}

/** A text of several words, as in messages, logs and descriptions of routes. Class names, keys and statements in SQL are not. */
const isMessage = (text) => /^\p{Lu}?\p{L}[\p{L}'-]*,? [^<>{}]*\p{L} [^<>{}]*\p{L}/u.test(text) && !SQL.test(text);
const SQL = /^(?:select|insert|update|delete|with|create|alter|drop|set|begin|lock|truncate|analyze|vacuum|explain)\b/iu;

/** Returns the literal and its text when it is a message. */
function messageIn(node) {
  const text =
    node.type === "TemplateElement" ? node.value.cooked : node.type === "Literal" && typeof node.value === "string" ? node.value : null;
  return text !== null && isMessage(text.trim()) ? text : null;
}

/**
 * Extracts from a program. The syntax tree is expensive, so it is only read when a word of the file may be banned.
 * @param mayContain whether a name or a text may contain a banned word
 */
function fromCode(file, source, mayContain) {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const texts = parsed.comments.map(({ value, start }) => ({ text: prose(value), offset: start + 2 }));
  let code = source;
  for (const { start, end } of parsed.comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/gu, " ") + code.slice(end);
  const hasTexts = mayContain.text(code);
  const isTest = TEST.test(file);
  const isProduct = PRODUCT.test(file);
  const names = [];
  if (hasTexts || mayContain.name(code))
    walk(parsed.program, (node) => {
      for (const declared of DECLARED[node.type]?.(node) ?? []) names.push({ name: declared.name, offset: declared.start });
      if (isProduct && !isTest && messageIn(node) !== null)
        texts.push({ text: prose(source.slice(node.start, node.end)), offset: node.start });
      if (isTest && node.type === "CallExpression")
        for (const title of testTitle(node)) texts.push({ text: prose(source.slice(title.start, title.end)), offset: title.start });
    });
  return { names, texts };
}

const matches = (source, pattern) => [...source.matchAll(pattern)];

function fromCss(source) {
  const code = blank(source, /\/\*[\s\S]*?\*\//gu);
  const declared = [
    ...matches(blank(code, /(["'])[^"'\n]*\1/gu), /(?<=\.)-?[A-Za-z_][\w-]*(?=[^;{}]*\{)/gu),
    ...matches(code, /(?<=@keyframes\s+)[\w-]+/gu),
    ...matches(code, /(?<=[\s{;])--[\w-]+(?=\s*:)/gu),
  ];
  return {
    names: declared.map((match) => ({ name: match[0], offset: match.index })),
    texts: matches(source, /\/\*[\s\S]*?\*\//gu).map((match) => ({ text: prose(match[0]), offset: match.index })),
  };
}

const fromSql = (source) => ({
  names: [],
  texts: matches(source, /--[^\n]*|\/\*[\s\S]*?\*\//gu).map((match) => ({ text: prose(match[0]), offset: match.index })),
});

const fromMarkdown = (source) => ({
  names: [],
  texts: [{ text: blank(prose(blank(source, /^(`{3,})[\s\S]*?^\1/gmu)), /\]\([^)]*\)/gu), offset: 0 }],
});

const BY_EXTENSION = { ".css": fromCss, ".sql": fromSql, ".md": fromMarkdown };

/** Whether {@link extract} reads the content of a file. */
export const isReadable = (file) => CODE.test(file) || path.extname(file) in BY_EXTENSION;

/** Extracts names and texts from a file's content. */
export function extract(file, source, mayContain) {
  return CODE.test(file) ? fromCode(file, source, mayContain) : BY_EXTENSION[path.extname(file)](source);
}
