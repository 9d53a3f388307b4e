import { openDialog } from "../../platform/dialogs.ts";
import type { ItemView } from "../items/item-list.ts";

/** The services by which an item is sent. */
export type SendService = "slack" | "jira" | "trello" | "whatsapp";

/** Entered values by field. */
export type SendValues = Readonly<Record<string, string>>;

/** A dialog that the visit of a consent page interrupts. */
interface StoredSend {
  service: SendService;
  itemId: string;
  values: SendValues;
}

/** Entry of the session storage. */
const ENTRY = "stillreel.send-dialog";
const NAMES = { slack: "send-slack", jira: "send-jira", trello: "send-trello", whatsapp: "send-whatsapp" } as const;

/** Opens the dialog that sends an item by a service. */
export function openSendDialog(service: SendService, item: ItemView, values: SendValues = {}): void {
  openDialog(NAMES[service], { item, values });
}

/** Stores the entered values before the page is left for a consent page. */
export const storeSend = (stored: StoredSend): void => sessionStorage.setItem(ENTRY, JSON.stringify(stored));

/** Opens the dialog of an item again that a consent page interrupted, once. */
export function reopenSend(item: ItemView): void {
  const text = sessionStorage.getItem(ENTRY);
  if (text === null) return;
  const { service, itemId, values } = JSON.parse(text) as StoredSend;
  if (itemId !== item.id) return;
  sessionStorage.removeItem(ENTRY);
  openSendDialog(service, item, values);
}
