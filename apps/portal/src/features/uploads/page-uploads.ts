import { addItem, copyLink, type ItemView } from "../library/index.ts";
import { countsQuery } from "../account/index.ts";
import { queryClient } from "../../api.ts";
import { refusalOf, sendFile } from "./send-file.ts";
import { createUploadsStore } from "./uploads-store.ts";
import { IMAGE_TYPES } from "@stillreel/contract";

async function handleItem(item: ItemView | null, isOnly: boolean): Promise<boolean> {
  if (!item) {
    // The file arrived, but its item is not known: the lists tell.
    await Promise.all([queryClient.invalidateQueries({ queryKey: ["items"] }), queryClient.invalidateQueries({ queryKey: countsQuery.queryKey })]);
    return false;
  }
  addItem(item);
  return isOnly && copyLink(item);
}

/** The uploads of this page. */
export const uploads = createUploadsStore<ItemView>({ send: sendFile, refusalOf, onItem: handleItem, now: () => Date.now() });

let picker: HTMLInputElement | undefined;

/** Opens the file picker and uploads what is chosen. */
export function pickFiles(): void {
  picker = document.createElement("input");
  picker.type = "file";
  picker.multiple = true;
  picker.accept = IMAGE_TYPES.join(",");
  picker.addEventListener("change", (event) => uploads.add([...((event.currentTarget as HTMLInputElement).files ?? [])]));
  picker.click();
}
