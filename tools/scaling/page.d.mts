import type { ScalingInputs } from "./benchmarks.d.mts";

/** Returns the page with its generated sections replaced. Throws when the page lacks one of them. */
export function replaceScaling(page: string, inputs: ScalingInputs): string;
