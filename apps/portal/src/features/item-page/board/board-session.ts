import { boardLivePath } from "@stillreel/contract";
import { createBoardClient, createQueueStore, pollingLink, socketLink, type BoardClient } from "@stillreel/board/core";
import { isApiError } from "@stillreel/client";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { useEffect, useState, useSyncExternalStore } from "react";
import { errorCodeText } from "../../../platform/api.ts";
import { writeBoard } from "../../../entities/boards/boards.queries.ts";
import { readBoard } from "../../../entities/items/read-board.ts";

/** Returns the address of a board's socket. */
const liveUrl = (boardId: string): string => {
  const url = new URL(`/api/v1${boardLivePath(boardId)}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
};

const timers = {
  after: (ms: number, run: () => void): unknown => setTimeout(run, ms),
  cancel: (timer: unknown): void => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Connects one page with a board. */
function openSession(boardId: string, userId: string): BoardClient {
  return createBoardClient({
    openSocket: socketLink(liveUrl(boardId)),
    openFallback: pollingLink({
      read: () => readBoard(boardId),
      write: (document) => writeBoard(boardId, document),
      codeOf: (error) => (isApiError(error) && error.code !== "offline" ? error.code : null),
    }),
    queue: createQueueStore(boardId, userId),
    timers,
    random: Math.random,
    onRefused: ({ code }) => toasts.error(i18next.t("boards:refused", { reason: errorCodeText(code) })),
  });
}

/** Returns the connection of this page with a board while it is shown. Null during the first render. */
export function useBoardSession(boardId: string, userId: string | undefined): BoardClient | null {
  const [client, setClient] = useState<BoardClient | null>(null);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const opened = openSession(boardId, userId);
    opened.start();
    setClient(opened);
    const wake = (): void => opened.wake();
    window.addEventListener("online", wake);
    return () => {
      window.removeEventListener("online", wake);
      opened.stop();
      setClient(null);
    };
  }, [boardId, userId]);
  return client;
}

/** Returns the state of a board and renders again when it changes. */
export const useBoardState = (board: BoardClient) => useSyncExternalStore(board.subscribe, board.getState);
