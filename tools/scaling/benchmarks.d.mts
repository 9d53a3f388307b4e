/** Inputs of the arithmetic. A measured figure has a value, or names a row of docs/benchmarks.md. */
export interface ScalingInputs {
  measured: Record<string, { value?: number; unit: string; from?: string; part?: string; row?: string; figure?: string; factor?: number }>;
  people: readonly number[];
}

/** Returns the inputs with the values of the measured figures. Throws when the page has no such row. */
export function readMeasured(inputs: ScalingInputs, page: string): ScalingInputs;
