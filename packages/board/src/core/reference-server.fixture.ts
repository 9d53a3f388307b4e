import type { BoardElement, BoardRole, BoardServerMessage, BoardClientMessage } from "@stillreel/contract";
import type { BoardLink, LinkEvents } from "./board-client.types.ts";
import { isNewer } from "./versions.ts";

type Stored = BoardElement & { seq: number };

/** The rules of the server for one board, in memory. Messages in both directions are queued, so that a test decides when they arrive. */
export function referenceServer() {
  const elements = new Map<string, Stored>();
  const links = new Set<{ toClient: BoardServerMessage[]; toServer: BoardClientMessage[]; events: LinkEvents }>();
  const acknowledged = new Map<string, BoardElement>();
  const server = { seq: 0, role: "edit" as BoardRole, isOnline: true };
  type Client = Parameters<typeof links.add>[0];

  const handle = (client: Client, message: BoardClientMessage): void => {
    const since = message.type === "hello" ? message.since : null;
    if (message.type === "hello") {
      const list = [...elements.values()].filter((one) => since === null || one.seq > since);
      const rest = { canvas: { background: "#ffffff", grid: true }, role: server.role, participants: [] };
      client.toClient.push({ type: "welcome", self: "x", seq: server.seq, isWhole: since === null, elements: list, ...rest });
    }
    if (message.type !== "update") return;
    if (server.role !== "edit")
      return void client.toClient.push({ type: "refused", id: message.id, code: "forbidden", message: "", retryAfterMs: null });
    const won = message.elements.filter((element) => isNewer(element, elements.get(element.id)));
    const lost = message.elements.filter((element) => !won.includes(element)).flatMap(({ id }) => elements.get(id) ?? []);
    if (won.length > 0) server.seq += 1;
    for (const element of won) elements.set(element.id, { ...element, seq: server.seq });
    for (const element of message.elements) if (isNewer(element, acknowledged.get(element.id))) acknowledged.set(element.id, element);
    client.toClient.push({ type: "ack", id: message.id, seq: server.seq });
    if (lost.length > 0) client.toClient.push({ type: "update", seq: server.seq, elements: lost, by: null });
    for (const other of links)
      if (other !== client && won.length > 0) other.toClient.push({ type: "update", seq: server.seq, elements: won, by: null });
  };

  return {
    server,
    elements,
    acknowledged,
    links,
    openLink: (events: LinkEvents): BoardLink => {
      const client: Client = { toClient: [], toServer: [], events };
      const end = (wasOpen: boolean): void => {
        if (links.delete(client) || !wasOpen) events.onClose(wasOpen);
      };
      queueMicrotask(() => {
        if (!server.isOnline) return end(false);
        links.add(client);
        return events.onOpen();
      });
      return { send: (message) => void client.toServer.push(structuredClone(message)), close: () => queueMicrotask(() => end(true)) };
    },
    /** Delivers one message of each direction of a connection. `isTwice` delivers what the client sent two times. */
    step(client: Client, isTwice = false): void {
      const sent = client.toServer.shift();
      if (sent) handle(client, sent);
      if (sent && isTwice && sent.type === "update") handle(client, sent);
      const received = client.toClient.shift();
      if (received) client.events.onMessage(structuredClone(received));
    },
    cut(client: Client): void {
      if (links.delete(client)) client.events.onClose(true);
    },
    isQuiet: (): boolean => [...links].every(({ toClient, toServer }) => toClient.length === 0 && toServer.length === 0),
  };
}
