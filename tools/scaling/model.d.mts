/** What a number of people needs. Bytes, rates per second, hours of a processor a day, and money a month. */
export interface ScalingRow {
  people: number;
  stored: { items: number; rowBytes: number; storeBytes: number };
  requests: { lists: number; cores: number };
  encoding: { minutes: number; hours: number };
  money: { total: number; perPerson: number };
}

/** Returns what each number of people needs: stored bytes, requests at the peak, encoding and money. */
export function computeScaling(inputs: { people: readonly number[] }): ScalingRow[];
