import type { ScalingInputs } from "./benchmarks.d.mts";

/**
 * Returns the page with its generated sections replaced.
 * @param others further sections, by name
 * @throws when the page lacks one of the sections
 */
export function replaceScaling(page: string, inputs: ScalingInputs, others?: Record<string, string>): string;
