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

/** Addresses of files hold as long as this page; a download of an hour's recording takes its time, in milliseconds. */
const FILE_MS = 60_000;

/** Keeps the page standing while something is done. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  const release = holdPage();
  try {
    return await work();
  } finally {
    release();
  }
}

/** The recordings that are kept on this machine, as the offscreen page answers for them. */
export class LocalRecordingsHost {
  readonly #shelf: LocalRecordings;

  constructor(ports: RecorderPorts) {
    this.#shelf = createLocalRecordings(ports, ({ workspaceId, folderId }) => {
      void send("record.home", { workspaceId, folderId }).catch(() => null);
    });
  }

  list(userId: string | null): Promise<LocalRecording[]> {
    return holding(() => this.#shelf.list(userId));
  }

  /** Sends the rest of a recording, and copies its link. */
  recover({ id, url, userId }: Destination & { id: string }): Promise<{ shareUrl: string }> {
    return holding(async () => {
      const { shareUrl } = await this.#shelf.recover(id, { destination: { url, userId } });
      copyText(shareUrl);
      return { shareUrl };
    });
  }

  discard(id: string): Promise<void> {
    return holding(() => this.#shelf.discard(id));
  }

  /** An address for the recording as a file. */
  async file(id: string): Promise<{ url: string }> {
    const release = holdPage();
    setTimeout(release, FILE_MS);
    return { url: URL.createObjectURL(await this.#shelf.file(id)) };
  }

  /** Sends what has not arrived, as far as that needs nobody's word. */
  send(destination: Destination): Promise<{ left: number }> {
    return holding(async () => ({ left: await this.#shelf.sendWaiting(destination) }));
  }
}
