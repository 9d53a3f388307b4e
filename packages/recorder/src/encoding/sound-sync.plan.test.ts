import fc from "fast-check";
import { expect, test } from "vitest";
import { SoundSync } from "./sound-sync.plan.ts";

/** Length of a packet, and interval of the ticks, in seconds. */
const PACKET_S = 0.01;
const TICK_S = 0.2;
/** Usual delay of a packet in seconds. */
const DELAY_S = 0.01;

/** A time in which the page is busy: packets arrive at its end. With `isLost` they never arrive. */
interface Disturbance {
  from: number;
  to: number;
  isLost?: boolean;
}

/** Simulates a recording. Returns for each encoded packet the time at which it was made, and its shift in the recording, in seconds. */
function simulate(seconds: number, disturbances: readonly Disturbance[], rate = 1): { madeAt: number; shiftS: number }[] {
  const sync = new SoundSync();
  const packets = Array.from({ length: Math.round(seconds / PACKET_S) }, (_, index) => {
    const end = (index + 1) * PACKET_S * rate;
    const busy = disturbances.find(({ from, to }) => end + DELAY_S >= from && end + DELAY_S < to);
    return { madeAt: end - PACKET_S, at: busy ? busy.to : end + DELAY_S, isLost: busy?.isLost === true };
  });
  const encoded: { madeAt: number; shiftS: number }[] = [];
  const queue = packets.filter(({ isLost }) => !isLost);
  for (let tick = 0; tick <= seconds; tick += TICK_S) {
    const busy = disturbances.find(({ from, to, isLost }) => !isLost && tick >= from && tick < to);
    while (queue[0] && queue[0].at <= tick) {
      const packet = queue.shift() as (typeof queue)[number];
      const before = sync.encodedS;
      const plan = sync.planPacket(packet.at, PACKET_S, 500 + packet.madeAt);
      if (plan.isUsed) encoded.push({ madeAt: packet.madeAt, shiftS: before + plan.silenceS - packet.madeAt });
    }
    if (!busy) sync.planStall(tick);
  }
  return encoded;
}

/** Returns the largest shift of the packets that were made outside of the disturbances and the second after each. */
function largestShift(encoded: { madeAt: number; shiftS: number }[], disturbances: readonly Disturbance[]): number {
  const calm = encoded.filter(({ madeAt }) => !disturbances.some(({ from, to }) => madeAt > from - 0.1 && madeAt < to + 1));
  return Math.max(...calm.map(({ shiftS }) => Math.abs(shiftS)));
}

test("audio that arrives late and all at the same time is encoded without a shift", () => {
  const busy = [
    { from: 1, to: 1.3 },
    { from: 3, to: 3.25 },
    { from: 5, to: 5.35 },
  ];
  const encoded = simulate(8, busy);
  expect(encoded.at(-1)?.madeAt, "no packet is dropped").toBeCloseTo((encoded.length - 1) * PACKET_S);
  expect(Math.max(...encoded.map(({ shiftS }) => Math.abs(shiftS)))).toBeLessThan(0.001);
});

test("audio that arrives after silence has replaced it does not delay the audio after it", () => {
  const sync = new SoundSync();
  for (let packet = 0; packet < 100; packet += 1) sync.planPacket((packet + 1) * PACKET_S, PACKET_S, packet * PACKET_S);
  // Nothing arrives for a second, and then all of it.
  for (const tick of [1.3, 1.5, 1.7, 1.9]) sync.planStall(tick);
  expect(sync.encodedS).toBeCloseTo(1.7);
  const used = Array.from({ length: 100 }, (_, packet) => sync.planPacket(2, PACKET_S, 1 + packet * PACKET_S).isUsed);
  expect(used.indexOf(true), "the audio of the 0.7 s is dropped").toBe(70);
  expect(used.slice(70).every(Boolean)).toBe(true);
  expect(sync.encodedS).toBeCloseTo(2);
});

test("missing audio is replaced by silence of its length", () => {
  const lost = [{ from: 2, to: 2.3, isLost: true }];
  const encoded = simulate(6, lost);
  expect(largestShift(encoded, lost)).toBeLessThan(0.045);
});

test("a source whose clock is slower or faster stays synchronous", () => {
  for (const rate of [0.999, 1.001]) expect(largestShift(simulate(60, [], rate), [])).toBeLessThan(0.05);
});

test("after any delays, audio is within 45 ms of the picture", () => {
  const delays = fc.array(
    fc.record({ at: fc.double({ min: 0.3, max: 1.4, noNaN: true }), s: fc.double({ min: 0.02, max: 1.2, noNaN: true }) }),
    {
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(delays, fc.boolean(), (list, isLost) => {
      let from = 1;
      const disturbances = list.map(({ at, s }) => {
        const one = { from: from + at, to: from + at + s, isLost };
        from = one.to + 1.2;
        return one;
      });
      const encoded = simulate(from + 3, disturbances);
      expect(largestShift(encoded, disturbances)).toBeLessThan(0.045);
    }),
    { numRuns: 30 },
  );
});
