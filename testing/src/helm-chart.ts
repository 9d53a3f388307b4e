import fs from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";

type Values = Record<string, unknown>;
/** A pipeline as its commands; each is a list of terms, the first of which may name a function. */
type Pipeline = readonly (readonly Term[])[];
type Term =
  | { kind: "literal"; value: unknown }
  | { kind: "field"; root: "." | "$" | `$${string}`; path: readonly string[] }
  | { kind: "function"; name: string }
  | { kind: "group"; pipeline: Pipeline };
type Block = { word: "if" | "with" | "range"; names: readonly string[]; pipeline: Pipeline; whenTrue: Node[]; otherwise: Node[] };
type Node = { text: string } | { print: Pipeline } | { set: string; pipeline: Pipeline } | Block;
type Scope = { dot: unknown; variables: Readonly<Record<string, unknown>> };

/** Whether a condition is false, as in Go: also 0, an empty text, and a list or an object without entries. */
function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return !value;
}

/** Splits an action into its words: strings, parentheses, pipes and names. */
const WORDS = /"(?:[^"\\]|\\.)*"|:=|[()|,]|[^\s()|,]+/gu;

function termOf(word: string): Term {
  if (word.startsWith('"')) return { kind: "literal", value: JSON.parse(word) };
  if (/^-?\d+$/u.test(word)) return { kind: "literal", value: Number(word) };
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
  const field = /^(\$\w*|)((?:\.\w+)*|\.)$/u.exec(word);
  if (field) return { kind: "field", root: (field[1] || ".") as ".", path: (field[2] ?? "").split(".").filter(Boolean) };
  return { kind: "function", name: word };
}

/** Parses words up to the closing parenthesis, and removes them from the list. */
function pipelineOf(words: string[]): Pipeline {
  const commands: Term[][] = [[]];
  for (let word = words.shift(); word !== undefined && word !== ")"; word = words.shift()) {
    if (word === "|") commands.push([]);
    else commands.at(-1)?.push(word === "(" ? { kind: "group", pipeline: pipelineOf(words) } : termOf(word));
  }
  return commands;
}

/** Splits a template into texts and actions. A hyphen at an action removes the white space on its side. */
function partsOf(source: string): (string | { action: string })[] {
  const parts: (string | { action: string })[] = [];
  let trims = false;
  let at = 0;
  for (const found of source.matchAll(/\{\{(-\s)?(.*?)(\s-)?\}\}/gsu)) {
    const text = source.slice(at, found.index);
    const left = trims ? text.trimStart() : text;
    parts.push(found[1] ? left.trimEnd() : left, { action: (found[2] ?? "").trim() });
    trims = found[3] !== undefined;
    at = found.index + found[0].length;
  }
  const rest = source.slice(at);
  return [...parts, trims ? rest.trimStart() : rest];
}

/** Parses a template. Its definitions are added to `defined`. */
function parseTemplate(source: string, defined: Map<string, Node[]>): Node[] {
  const top: Node[] = [];
  const open: { nodes: Node[]; block?: Block }[] = [{ nodes: top }];
  const add = (node: Node): void => void open.at(-1)?.nodes.push(node);
  for (const part of partsOf(source)) {
    if (typeof part === "string") {
      add({ text: part });
      continue;
    }
    const words = part.action.match(WORDS) ?? [];
    const [word = ""] = words;
    const block = open.at(-1)?.block;
    if (word === "end") open.pop();
    else if (word === "else" && block) open.splice(-1, 1, { nodes: block.otherwise, block });
    else if (word === "define") {
      const nodes: Node[] = [];
      defined.set(JSON.parse(words[1] ?? '""') as string, nodes);
      open.push({ nodes });
    } else if (word === "if" || word === "with" || word === "range") {
      const rest = words.slice(1);
      const names = rest.includes(":=") ? rest.splice(0, rest.indexOf(":=") + 1).filter((name) => name.startsWith("$")) : [];
      const next: Block = { word, names, pipeline: pipelineOf(rest), whenTrue: [], otherwise: [] };
      add(next);
      open.push({ nodes: next.whenTrue, block: next });
    } else if (words[1] === ":=") add({ set: word, pipeline: pipelineOf(words.slice(2)) });
    else add({ print: pipelineOf(words) });
  }
  if (open.length > 1) throw new Error("An action is not closed.");
  return top;
}

const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const indent = (count: unknown, value: unknown): string => text(value).replace(/^/gmu, " ".repeat(Number(count)));
/** Functions of templates that the chart uses, except `include`. An unknown name is an error, as in Helm. */
const FUNCTIONS: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  and: (...values) => values.find(isEmpty) ?? values.at(-1),
  default: (other, value) => (isEmpty(value) ? other : value),
  eq: (one, other) => one === other,
  nindent: (count, value) => `\n${indent(count, value)}`,
  not: isEmpty,
  printf: (format, ...values) => text(format).replaceAll("%s", () => text(values.shift())),
  quote: (value) => JSON.stringify(text(value)),
  required: (message, value) => {
    if (value === undefined || value === null || value === "") throw new Error(text(message));
    return value;
  },
  toYaml: (value) => stringify(value).trimEnd(),
  trimSuffix: (suffix, value) => (text(value).endsWith(text(suffix)) ? text(value).slice(0, -text(suffix).length) : value),
  trunc: (length, value) => text(value).slice(0, Number(length)),
};

/** Runs the templates of one chart. */
class Renderer {
  readonly #defined: ReadonlyMap<string, readonly Node[]>;
  readonly #root: Values;

  constructor(defined: ReadonlyMap<string, readonly Node[]>, root: Values) {
    this.#defined = defined;
    this.#root = root;
  }

  render(nodes: readonly Node[], scope: Scope): string {
    let variables = scope.variables;
    return nodes
      .map((node) => {
        const inner = { dot: scope.dot, variables };
        if ("text" in node) return node.text;
        if ("print" in node) return text(this.#evaluate(node.print, inner));
        if ("word" in node) return this.#block(node, inner);
        variables = { ...variables, [node.set]: this.#evaluate(node.pipeline, inner) };
        return "";
      })
      .join("");
  }

  #block({ word, names, pipeline, whenTrue, otherwise }: Block, scope: Scope): string {
    const value = this.#evaluate(pipeline, scope);
    if (isEmpty(value)) return this.render(otherwise, scope);
    if (word === "if") return this.render(whenTrue, scope);
    if (word === "with") return this.render(whenTrue, { ...scope, dot: value });
    const entries = Object.entries(value as object);
    // Go visits the keys of an object in their order.
    if (!Array.isArray(value)) entries.sort(([one], [other]) => (one < other ? -1 : 1));
    return entries
      .map(([key, item]) => {
        const [first, second] = names;
        const own = first && second ? { [first]: key, [second]: item } : first ? { [first]: item } : {};
        return this.render(whenTrue, { dot: item, variables: { ...scope.variables, ...own } });
      })
      .join("");
  }

  #evaluate(pipeline: Pipeline, scope: Scope): unknown {
    let last: unknown[] = [];
    for (const [head, ...terms] of pipeline) {
      if (!head) throw new Error("A command is empty.");
      const given = [...terms.map((term) => this.#value(term, scope)), ...last];
      last = [head.kind === "function" ? this.#call(head.name, given) : this.#value(head, scope)];
    }
    return last[0];
  }

  #call(name: string, given: unknown[]): unknown {
    if (name === "include") {
      const nodes = this.#defined.get(text(given[0]));
      if (!nodes) throw new Error(`There is no template ${text(given[0])}.`);
      return this.render(nodes, { dot: given[1], variables: {} });
    }
    const run = FUNCTIONS[name];
    if (!run) throw new Error(`There is no function ${name}.`);
    return run(...given);
  }

  #value(term: Term, scope: Scope): unknown {
    if (term.kind === "literal") return term.value;
    if (term.kind === "group") return this.#evaluate(term.pipeline, scope);
    if (term.kind === "function") return this.#call(term.name, []);
    const start = term.root === "." ? scope.dot : term.root === "$" ? this.#root : scope.variables[term.root];
    return term.path.reduce<unknown>((value, key) => {
      if (value === undefined || value === null) throw new Error(`.${term.path.join(".")} does not exist.`);
      return (value as Values)[key];
    }, start);
  }
}

/** Replaces values as Helm does: objects are merged, everything else is replaced. */
function merged(base: unknown, own: unknown): unknown {
  const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(base) || !isObject(own)) return own === undefined ? base : own;
  return Object.fromEntries([...new Set([...Object.keys(base), ...Object.keys(own)])].map((key) => [key, merged(base[key], own[key])]));
}

/** A rendered manifest. */
export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Values;

/**
 * Renders a chart. Understands the part of Helm's templates that ours use, and refuses everything else.
 * @param own values that differ from the defaults
 */
export function renderChart(folder: string, own: Values, release = "shots"): { values: Values; manifests: Manifest[] } {
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  const { name, version, appVersion } = parse(read("Chart.yaml")) as Record<string, string>;
  const values = merged(parse(read("values.yaml")), own) as Values;
  const root = {
    Values: values,
    Release: { Name: release, Service: "Helm" },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
  };
  const defined = new Map<string, Node[]>();
  const files = fs.readdirSync(path.join(folder, "templates")).filter((file) => /\.(?:yaml|tpl)$/u.test(file));
  const parsed = files.map((file) => [file, parseTemplate(read(`templates/${file}`), defined)] as const);
  const renderer = new Renderer(defined, root);
  const manifests = parsed.flatMap(([file, nodes]) => {
    const documents = parseAllDocuments(renderer.render(nodes, { dot: root, variables: {} }));
    return documents.map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.map(({ message }) => message).join("; ")}`);
      return document.toJS() as Manifest | null;
    });
  });
  return { values, manifests: manifests.filter((manifest) => manifest !== null) };
}
