import type { BoardClientMessage, BoardServerMessage, BoardView } from "@stillreel/contract";
import type { OpenLink } from "./board-client.types.ts";

/** Interval in which the board is read, in milliseconds. */
const POLL_MS = 3_000;
/** Time after which a socket is tried again, in milliseconds. */
const AGAIN_MS = 60_000;

/** Reads a board, and stores changes of it. */
export interface BoardRequests {
  read: () => Promise<BoardView>;
  write: (document: BoardView["document"]) => Promise<BoardView>;
  /** Returns the error code of the API, or null when the server did not answer. */
  codeOf: (error: unknown) => string | null;
}

/** Time after which a change is sent again that was refused for a reason that passes, in milliseconds. It doubles with each refusal. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 30_000;
const PASSING: ReadonlySet<string | null> = new Set(["too-many-requests", "unavailable", "internal"]);

/** Returns a connection by requests with the same messages as a socket. Other people are not shown, and their changes arrive later. */
export const pollingLink =
  // oxlint-disable-next-line max-lines-per-function -- its parts share the state of one connection
  ({ read, write, codeOf }: BoardRequests): OpenLink =>
    // oxlint-disable-next-line max-lines-per-function -- the same
    ({ onOpen, onMessage, onClose }) => {
      let isOver = false;
      let wasOpen = false;
      let canvas: BoardView["document"]["canvas"] | null = null;
      /** Number of refusals in succession. */
      let refusals = 0;
      const timers = new Set<ReturnType<typeof setTimeout>>();
      const after = (ms: number, run: () => void): void => void timers.add(setTimeout(run, ms));
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        for (const timer of timers) clearTimeout(timer);
        onClose(wasOpen);
      };
      const report = (message: BoardServerMessage): void => {
        if (!isOver) onMessage(message);
      };
      const show = (view: BoardView): void => {
        canvas = view.document.canvas;
        report({ type: "role", role: view.role });
        report({ type: "update", seq: view.seq, elements: view.document.elements, canvas, by: null });
      };
      const fail = (error: unknown): void => {
        if (codeOf(error) === "not-found") report({ type: "gone" });
        end();
      };
      const refuse = (id: number, error: unknown): void => {
        const code = codeOf(error);
        // Without an answer, without a session or without the right to edit, the change waits. The next connection reports the role.
        if (code === null || code === "not-found" || code === "unauthenticated" || code === "forbidden") return fail(error);
        const message = error instanceof Error ? error.message : "";
        const retryAfterMs = PASSING.has(code) ? Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** refusals) : null;
        refusals += 1;
        return report({ type: "refused", id, code, message, retryAfterMs });
      };
      const poll = (): void =>
        after(POLL_MS, () => {
          read().then((view) => {
            show(view);
            poll();
          }, fail);
        });
      const welcome = (view: BoardView): void => {
        const { elements } = view.document;
        canvas = view.document.canvas;
        report({ type: "welcome", self: "", seq: view.seq, isWhole: true, elements, canvas, role: view.role, participants: [] });
        poll();
      };
      const store = ({ id, elements, canvas: next }: Extract<BoardClientMessage, { type: "update" }>): void => {
        write({ format: 1, elements, canvas: next ?? canvas ?? { background: "#ffffff", grid: true } }).then(
          (view) => {
            refusals = 0;
            report({ type: "ack", id, seq: view.seq });
            show(view);
          },
          (error: unknown) => refuse(id, error),
        );
      };
      queueMicrotask(onOpen);
      after(AGAIN_MS, end);
      return {
        send(message) {
          if (message.type === "update") store(message);
          if (message.type !== "hello") return;
          read().then((view) => {
            wasOpen = true;
            welcome(view);
          }, fail);
        },
        close: () => queueMicrotask(end),
      };
    };
