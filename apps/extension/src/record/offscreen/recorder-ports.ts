import { browserPorts, type Destination, type RecorderPorts } from "@stillreel/recorder";
// eslint-disable-next-line import/default -- the bundler creates the default export
import storeWorker from "@stillreel/recorder/store.worker?worker&url";
import { send } from "../core/messages.ts";

/** Validity of cached headers in milliseconds. A sign-out is noticed afterwards; the worker is not asked every second. */
const HEADERS_MS = 5_000;

type Headers = Readonly<Record<string, string>> | null;

/** Creates the recorder's ports in this page, which has only messaging APIs: the worker provides the signed-in user. */
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
  // The extension's bundler does not resolve files by `import.meta.url`, so the worker is started by its address.
  const startWorker = (): Worker => new Worker(storeWorker);
  // The portal's cookies are never sent from here: the headers alone identify the user.
  return browserPorts({ headers, startWorker, fetch: (input, init) => fetch(input, { ...init, credentials: "omit" }) });
}
