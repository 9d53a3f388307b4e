import type { BoardServerMessage } from "@stillreel/contract";
import type { OpenLink } from "./board-client.types.ts";

/** Time in which a socket must open, in milliseconds. Some proxies neither open nor refuse it. */
const OPEN_MS = 8_000;

/** Returns how a board's socket is opened. */
export const socketLink =
  (url: string): OpenLink =>
  ({ onOpen, onMessage, onClose }) => {
    const socket = new WebSocket(url);
    let wasOpen = false;
    let isOver = false;
    const end = (): void => {
      clearTimeout(timer);
      if (!isOver) onClose(wasOpen);
      isOver = true;
    };
    const timer = setTimeout(() => socket.close(), OPEN_MS);
    socket.addEventListener("open", () => {
      clearTimeout(timer);
      wasOpen = true;
      onOpen();
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") onMessage(JSON.parse(data) as BoardServerMessage);
    });
    socket.addEventListener("close", end);
    return {
      send: (message) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      },
      close: () => {
        socket.close();
        // A dead connection would report its end after minutes.
        queueMicrotask(end);
      },
    };
  };
