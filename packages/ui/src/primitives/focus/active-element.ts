/** The focused element in the tree of a node: its document, or the shadow root that contains it. */
export const activeElementAt = (node: Node): Element | null => (node.getRootNode() as Document | ShadowRoot).activeElement;
