import {
  createLocalRecordings,
  type Destination,
  type LocalRecording,
  type LocalRecordings,
  type RecorderPorts,
} from "@stillreel/recorder";
import { send } from "../core/messages.ts";
import { copyText } from "../../shared/offscreen/clipboard.ts";
import { holdPage } from "../../shared/offscreen/lifetime.ts";

/** Object URLs are valid while this page exists. The download of an hour's recording needs this time, in milliseconds. */
const FILE_MS = 60_000;

/** Holds the page open during some work. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  const release = holdPage();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Request handlers of the offscreen page for recordings stored on this machine. */
export class LocalRecordingsHost {
  readonly #recordings: LocalRecordings;

  constructor(ports: RecorderPorts) {
    this.#recordings = createLocalRecordings(ports, ({ workspaceId, folderId }) => {
      void send("record.redirected", { workspaceId, folderId }).catch(() => null);
    });
  }

  list(userId: string | null): Promise<LocalRecording[]> {
    return holding(() => this.#recordings.list(userId));
  }

  /** Uploads the remainder of a recording and copies its link. */
  recover({ id, url, userId }: Destination & { id: string }): Promise<{ shareUrl: string }> {
    return holding(async () => {
      const { shareUrl } = await this.#recordings.recover(id, { destination: { url, userId } });
      copyText(shareUrl);
      return { shareUrl };
    });
  }

  discard(id: string): Promise<void> {
    return holding(() => this.#recordings.discard(id));
  }

  /** Returns an object URL of the recording as a file. */
  async file(id: string): Promise<{ url: string }> {
    const release = holdPage();
    setTimeout(release, FILE_MS);
    return { url: URL.createObjectURL(await this.#recordings.file(id)) };
  }

  /** Uploads missing bytes as far as no decision of the user is needed. */
  send(destination: Destination): Promise<{ left: number }> {
    return holding(async () => ({ left: await this.#recordings.sendWaiting(destination) }));
  }
}
