import { SENSITIVE_KINDS, type SensitiveBox } from "@stillreel/contract";

/** A kind of private data and the number of its boxes. */
export interface FoundKind {
  kind: SensitiveBox["kind"];
  count: number;
}

/** Returns the kinds that were found, in a fixed order. */
export function foundKinds(boxes: readonly SensitiveBox[]): FoundKind[] {
  return SENSITIVE_KINDS.map((kind) => ({ kind, count: boxes.filter((box) => box.kind === kind).length })).filter(({ count }) => count > 0);
}

/** Returns the boxes of the ticked kinds. */
export const tickedBoxes = (boxes: readonly SensitiveBox[], unticked: ReadonlySet<SensitiveBox["kind"]>): SensitiveBox[] =>
  boxes.filter(({ kind }) => !unticked.has(kind));
