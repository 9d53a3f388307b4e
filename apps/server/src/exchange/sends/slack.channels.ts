import type { VendorAccess } from "../../people/connections/index.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";
import type { SlackChannel, SlackSender } from "./slack.sender.ts";

/** Time in milliseconds after which a complete list is read again. */
const LIVES_MS = 2 * 60_000;
/** Maximum number of stored lists. */
const LISTS_MAX = 50;
/** Maximum number of pages; about 200,000 channels. */
const PAGES_MAX = 200;
/** Maximum number of returned channels. */
const RETURNED_MAX = 50;

interface List {
  channels: SlackChannel[];
  /** Cursor of the next page; null when the list is complete. */
  next: string | null;
  pages: number;
  readAt: number;
}

/** Channels with a name, and how many there are. */
export interface Found {
  channels: SlackChannel[];
  total: number;
}

/**
 * Slack has no search for channels, and limits how often they are listed. So the list of a user is stored for two minutes.
 * After a failure, the next request continues with the page that is missing.
 */
export function createChannelSearch(sender: Pick<SlackSender, "channelPage">, clock: Clock) {
  const lists = new Map<string, List>();
  const flights = new Map<string, Promise<List>>();

  async function readAll(key: string, access: VendorAccess): Promise<List> {
    const now = clock.now().getTime();
    const stored = lists.get(key);
    const isFresh = stored !== undefined && now - stored.readAt < LIVES_MS;
    const list = isFresh ? stored : { channels: [], next: null, pages: 0, readAt: now };
    lists.delete(key);
    lists.set(key, list);
    while (list.pages === 0 || (list.next !== null && list.pages < PAGES_MAX)) {
      const { channels, next } = await sender.channelPage(access, list.next);
      list.channels.push(...channels);
      list.next = next;
      list.pages += 1;
    }
    for (const [oldest] of lists) if (lists.size > LISTS_MAX) lists.delete(oldest);
    return list;
  }

  return {
    /** Searches the channels that a user's connection lists. @param first id of a channel that is returned first */
    async find(userId: string, access: VendorAccess, q: string, first: string | undefined): Promise<Found> {
      const key = `${userId} ${access.account.details["url"] ?? access.account.name}`;
      const flight = flights.get(key) ?? readAll(key, access).finally(() => flights.delete(key));
      flights.set(key, flight);
      const { channels } = await flight;
      return ranked(channels, q.trim().replace(/^#/u, "").toLowerCase(), first);
    },
  };
}

/** Returns the channels that contain a text: the given one first, then those that begin with the text, in the order of their names. */
function ranked(channels: readonly SlackChannel[], q: string, first: string | undefined): Found {
  const found = channels.filter(({ name }) => name.toLowerCase().includes(q));
  const rank = ({ id, name }: SlackChannel): number => (id === first ? 0 : name.toLowerCase().startsWith(q) ? 1 : 2);
  const inOrder = found.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return { channels: inOrder.slice(0, RETURNED_MAX), total: found.length };
}
