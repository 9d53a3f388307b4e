/** Creates an element with a class and a text. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

/** Creates an SVG element with attributes. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(node, attributes);
  return node;
}

/** Sets attributes. */
export function set(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

/** Creates an icon with one path on a 24 px grid; the styles define colour and width. */
export function icon(path: string): SVGElement {
  const svg = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(draw("path", { d: path }));
  return svg;
}
