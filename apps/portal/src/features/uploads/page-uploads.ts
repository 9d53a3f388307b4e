import { IMAGE_TYPES } from "@stillreel/contract";
import { addItem, copyLink, type ItemView } from "../library/index.ts";
import { countsQuery } from "../account/index.ts";
import { queryClient } from "../../api.ts";
import { refusalOf, sendFile } from "./send-file.ts";
import { createUploadsStore } from "./uploads-store.ts";

async function handleItem(item: ItemView | null, isOnly: boolean): Promise<boolean> {
  if (!item) {
    // The file arrived, but its item is not known: the lists tell.
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ["items"] }),
      queryClient.invalidateQueries({ queryKey: countsQuery.queryKey }),
    ]);
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
  picker ??= makePicker();
  // The same file may be chosen twice.
  picker.value = "";
  picker.click();
}

/** A file field outside of the page's own tree: it serves every screen. */
function makePicker(): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.hidden = true;
  input.accept = IMAGE_TYPES.join(",");
  input.addEventListener("change", () => uploads.add([...(input.files ?? [])]));
  document.body.append(input);
  return input;
}
