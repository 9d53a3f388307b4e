import { SENSITIVE_KINDS, type SensitiveBox } from "@stillreel/contract";

/** A kind of private data with how many boxes of it there are. */
export interface FoundKind {
  kind: SensitiveBox["kind"];
  count: number;
}

/** The kinds that were found, in a fixed order. */
export function foundKinds(boxes: readonly SensitiveBox[]): FoundKind[] {
  return SENSITIVE_KINDS.map((kind) => ({ kind, count: boxes.filter((box) => box.kind === kind).length })).filter(({ count }) => count > 0);
}

/** The boxes of the kinds that are ticked. */
export const tickedBoxes = (boxes: readonly SensitiveBox[], unticked: ReadonlySet<SensitiveBox["kind"]>): SensitiveBox[] =>
  boxes.filter(({ kind }) => !unticked.has(kind));
