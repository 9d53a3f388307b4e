// Draws the diagrams of ARCHITECTURE.md from the imports: packages, and the layers inside each application.
import { groupByFolder } from "./cycles.mjs";

/** Marks the part of ARCHITECTURE.md that `npm run gen` replaces. */
const SECTION = /(<!-- generated: imports -->\n)[\s\S]*?(<!-- \/generated -->)/u;

const APPLICATIONS = [
  ["Server", "apps/server/src"],
  ["Portal", "apps/portal/src"],
  ["Extension", "apps/extension/src"],
];

/** Applications and packages are drawn side by side; everything else at the top level serves tests and tools. */
const packageOf = (file) => /^(?:apps|packages)\/[^/]+/u.exec(file)?.[0];

function packageGraph(edges) {
  const graph = new Map();
  for (const { from, to } of edges) {
    const [source, target] = [packageOf(from), packageOf(to)];
    if (!source || !target || source === target) continue;
    const targets = graph.get(source) ?? new Set();
    graph.set(source, targets.add(target));
  }
  return graph;
}

function folderGraph(edges, folder) {
  const children = groupByFolder(edges).get(folder) ?? new Map();
  const isFolder = (name) => !name.includes(".");
  return new Map(
    [...children]
      .filter(([source]) => isFolder(source))
      .map(([source, targets]) => [source, new Set([...targets.keys()].filter(isFolder))]),
  );
}

function hasPath(graph, from, to, seen = new Set()) {
  for (const next of graph.get(from) ?? []) {
    if (next === to) return true;
    if (!seen.has(next) && hasPath(graph, next, to, seen.add(next))) return true;
  }
  return false;
}

/** Removes each arrow that a longer path implies. The graph must have no cycle. */
export function reduce(graph) {
  const isImplied = (from, to) => [...graph.get(from)].some((via) => via !== to && hasPath(graph, via, to));
  return new Map([...graph].map(([from, targets]) => [from, [...targets].filter((to) => !isImplied(from, to)).toSorted()]));
}

function mermaid(graph) {
  const id = (name) => name.replaceAll(/[^a-z0-9]+/gu, "_");
  const names = [...new Set([...graph.keys(), ...[...graph.values()].flatMap((targets) => [...targets])])].toSorted();
  const arrows = [...reduce(graph)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    "```mermaid",
    "flowchart TD",
    ...names.map((name) => `  ${id(name)}["${name}"]`),
    ...arrows.flatMap(([from, targets]) => targets.map((to) => `  ${id(from)} --> ${id(to)}`)),
    "```",
  ].join("\n");
}

/** Returns the diagrams as Markdown. An arrow means "imports"; arrows that a longer path implies are left out. */
export function drawDiagrams(edges) {
  const parts = [
    ["Packages", packageGraph(edges)],
    ...APPLICATIONS.map(([title, folder]) => [`${title}: \`${folder}\``, folderGraph(edges, folder)]),
  ];
  return parts.map(([title, graph]) => `#### ${title}\n\n${mermaid(graph)}\n`).join("\n");
}

/** Returns the page with its generated section replaced. Throws when the page has no such section. */
export function replaceDiagrams(page, edges) {
  if (!SECTION.test(page)) throw new Error("ARCHITECTURE.md has no section <!-- generated: imports -->.");
  return page.replace(SECTION, (_, start, end) => `${start}\n${drawDiagrams(edges)}\n${end}`);
}
