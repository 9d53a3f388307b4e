import type { ScalingRow } from "./model.d.mts";

/** Returns the steps as a Markdown table. Throws when a step's number of people was not computed. */
export function renderSteps(rows: readonly ScalingRow[]): string;
