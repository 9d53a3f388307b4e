/** Object type of AAC without extensions, and the number of 48,000 samples per second. */
const LOW_COMPLEXITY = { type: 2, rate: 3 } as const;
/** Types of elements with one and two channels. */
const [SINGLE, PAIR] = [0, 1];

/** Parameters of a decoder, as far as they matter here. */
export interface SoundConfig {
  codec: string;
  description?: ArrayBufferView | ArrayBuffer | SharedArrayBuffer;
}

/** Returns the number of channels of packets that can be joined with those that the server encodes; null for other forms. */
export function channelsOf(config: SoundConfig | null): 1 | 2 | null {
  const given = config?.description;
  if (!config?.codec.startsWith("mp4a") || given === undefined) return null;
  const [one = 0, two = 0] = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given);
  const { type, rate } = LOW_COMPLEXITY;
  // The last three bits mean 1,024 samples per packet and no dependency on another decoder.
  const expected = (type << 11) | (rate << 7);
  const channels = (((one << 8) | two) ^ expected) / 8;
  return channels === 1 || channels === 2 ? channels : null;
}

/**
 * Returns the form of the window of a packet, which must be the same on both sides of a joint. Null when the channels have different ones, or
 * the packet begins with something else.
 */
export function windowOf(packet: Uint8Array): number | null {
  const [one = 0, two = 0, three = 0] = packet;
  const type = one >> 5;
  // Three bits of type, four of number; then the gain of a single channel, or whether both channels have the same window. Before the
  // window's two bits of sequence and one of shape is a reserved bit.
  if (type === PAIR) return (one & 1) === 1 ? (two >> 4) & 7 : null;
  return type === SINGLE ? (((two << 8) | three) >> 5) & 7 : null;
}

/** Returns whether a window is the longest one, which encoders use for sound that does not change suddenly. */
export const isSteady = (window: number): boolean => window >> 1 === 0;
