// Finds import cycles between the direct children (files and folders) of every folder.

/** Groups imports by the folder in which the paths of both ends part: folder → child → child → one example. */
export function groupByFolder(edges) {
  const folders = new Map();
  for (const { from, to } of edges) {
    const [a, b] = [from.split("/"), to.split("/")];
    let depth = 0;
    while (a[depth] === b[depth] && depth < a.length) depth++;
    const [folder, source, target] = [a.slice(0, depth).join("/"), a[depth], b[depth]];
    if (source === undefined || target === undefined) continue;
    const graph = folders.get(folder) ?? new Map();
    folders.set(folder, graph);
    const targets = graph.get(source) ?? new Map();
    graph.set(source, targets);
    if (!targets.has(target)) targets.set(target, `${from} -> ${to}`);
  }
  return folders;
}

/** Returns the strongly connected components with more than one node (Tarjan's algorithm). */
export function findComponents(graph) {
  const state = new Map();
  const stack = [];
  const components = [];
  const visit = (node) => {
    const own = { index: state.size, low: state.size, onStack: true };
    state.set(node, own);
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      const seen = state.get(next);
      if (!seen) own.low = Math.min(own.low, visit(next).low);
      else if (seen.onStack) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) {
      const component = stack.splice(stack.indexOf(node));
      for (const member of component) state.get(member).onStack = false;
      if (component.length > 1) components.push(component);
    }
    return own;
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return components;
}

/** Returns one entry for each cycle: the folder, the children that form it, and an example import for each of its arrows. */
export function findCycles(edges) {
  const cycles = [];
  for (const [folder, graph] of groupByFolder(edges)) {
    for (const members of findComponents(graph)) {
      const arrows = members.flatMap((from) =>
        members.filter((to) => graph.get(from)?.has(to)).map((to) => ({ from, to, example: graph.get(from).get(to) })),
      );
      cycles.push({ folder, members: members.toSorted(), arrows });
    }
  }
  return cycles.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}
