/** Delay of all recent audio above which it is missing and replaced by silence, in seconds. It includes the usual delay of an arrival. */
const MISSING_MAX_S = 0.045;
/** Advance of audio above which it is surplus and dropped, in seconds. */
const AHEAD_MAX_S = 0.02;
/** Time in which late audio may arrive before it counts as missing, in seconds. */
const WINDOW_S = 0.5;
/** Maximum delay of audio that does not arrive at all, in seconds: the video waits for it in the file. */
const STALL_MAX_S = 0.4;

/** What is encoded for a packet of audio: this much silence, then the packet unless it is surplus. */
export interface PacketPlan {
  silenceS: number;
  isUsed: boolean;
}

/**
 * Decides what is encoded so that audio remains synchronous with the recording. Audio can arrive late but never early, so the smallest
 * delay of the last packets shows whether audio is missing. Audio that arrives after silence has replaced it is dropped, so that the silence
 * delays nothing.
 */
export class SoundSync {
  /** Encoded audio and silence, in seconds. */
  encodedS = 0;
  private recent: { at: number; lateS: number }[] = [];
  private isSurplus = false;
  private isStalled = false;
  /** Silence that replaced audio which may still arrive, in seconds. */
  private replacedS = 0;
  /** End of the last packet on the clock of the source, in seconds. */
  private sourceEndS: number | null = null;

  /**
   * @param nowS time of the recording at the arrival of the packet
   * @param durationS length of the packet
   * @param sourceS start of the packet on the clock of the source
   */
  planPacket(nowS: number, durationS: number, sourceS: number): PacketPlan {
    this.isStalled = false;
    if (this.isReplaced(durationS, sourceS)) return { silenceS: 0, isUsed: false };
    const lateS = nowS - durationS - this.encodedS;
    // Surplus audio is dropped completely, and not only down to the limit.
    this.isSurplus = this.isSurplus ? lateS < 0 : lateS < -AHEAD_MAX_S;
    if (this.isSurplus) {
      this.recent = [];
      return { silenceS: 0, isUsed: false };
    }
    const silenceS = this.missingAt(nowS, lateS);
    this.encodedS += silenceS + durationS;
    return { silenceS, isUsed: true };
  }

  /** Called several times a second. Returns the seconds of silence that replace audio which does not arrive. */
  planStall(nowS: number): number {
    const missingS = nowS - this.encodedS;
    if (missingS <= STALL_MAX_S) {
      this.isStalled = false;
      return 0;
    }
    // Audio that has arrived while this page was busy is read before the next call.
    if (!this.isStalled) {
      this.isStalled = true;
      return 0;
    }
    const silenceS = this.fill(nowS);
    this.replacedS += silenceS;
    return silenceS;
  }

  /** Returns the seconds of silence up to a time of the recording. */
  fill(nowS: number): number {
    const silenceS = Math.max(0, nowS - this.encodedS);
    this.encodedS += silenceS;
    this.recent = [];
    return silenceS;
  }

  /** Returns whether silence was already encoded for a packet. A gap in the times of the source means that its audio is lost. */
  private isReplaced(durationS: number, sourceS: number): boolean {
    const gapS = this.sourceEndS === null ? 0 : sourceS - this.sourceEndS;
    this.sourceEndS = sourceS + durationS;
    if (Math.abs(gapS) > this.replacedS / 2) this.replacedS = 0;
    if (this.replacedS < durationS / 2) return false;
    this.replacedS -= durationS;
    return true;
  }

  private missingAt(nowS: number, lateS: number): number {
    this.recent.push({ at: nowS, lateS });
    const [oldest] = this.recent;
    if (!oldest || nowS - oldest.at < WINDOW_S) return 0;
    const leastS = Math.min(...this.recent.map((each) => each.lateS));
    this.recent = leastS > MISSING_MAX_S ? [] : this.recent.filter(({ at }) => nowS - at < WINDOW_S);
    return leastS > MISSING_MAX_S ? leastS : 0;
  }
}
