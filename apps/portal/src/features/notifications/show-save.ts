import type { NotificationView } from "../../entities/notifications/notification-list.queries.ts";
import { trackedSaves } from "../../entities/saves/tracked-saves.ts";

/** Shows the save that a notification is about in the list of saves. */
export function showSave({ saveId, itemId, thumbnail }: NotificationView): void {
  if (saveId !== null) trackedSaves.show(saveId, itemId === null ? {} : { [itemId]: thumbnail });
}
