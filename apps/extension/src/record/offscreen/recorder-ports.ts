import { browserPorts, type Destination, type RecorderPorts } from "@stillreel/recorder";
// eslint-disable-next-line import/default -- the bundler makes it
import storeWorker from "@stillreel/recorder/store.worker?worker&url";
import { send } from "../core/messages.ts";

/** How long headers are good for, in milliseconds: who signs out is noticed after that, and the worker is not asked each second. */
const HEADERS_MS = 5_000;

type Headers = Readonly<Record<string, string>> | null;

/** The recorder's ports in this page, which has no API but messages: the worker tells who is signed in. */
export function recorderPorts(): RecorderPorts {
  const known = new Map<string, { askedAt: number; answer: Promise<Headers> }>();
  const headers = ({ userId }: Destination): Promise<Headers> => {
    const before = known.get(userId);
    if (before && performance.now() - before.askedAt < HEADERS_MS) return before.answer;
    const answer = send("record.headers", { userId }).catch(() => {
      known.delete(userId);
      return null;
    });
    known.set(userId, { askedAt: performance.now(), answer });
    return answer;
  };
  // The extension's bundler does not know files by `import.meta.url`, so the worker is started by its address.
  const startWorker = (): Worker => new Worker(storeWorker);
  // The portal's cookies never travel from here: what is sent is sent as who the headers say.
  return browserPorts({ headers, startWorker, fetch: (input, init) => fetch(input, { ...init, credentials: "omit" }) });
}
