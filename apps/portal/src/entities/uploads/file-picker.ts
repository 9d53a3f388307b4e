import { ACCEPTED } from "./file-kind.ts";

const pickers = new Map<boolean, HTMLInputElement>();

/**
 * Opens the browser's file picker for files, or for a folder with its subfolders. Call it directly in the handler of a click or a key:
 * browsers refuse a picker that opens later than a few seconds after it.
 */
export function openFilePicker(isFolder: boolean, onChosen: (files: File[]) => void): void {
  const picker = pickers.get(isFolder) ?? makePicker(isFolder);
  // The same file may be selected twice.
  picker.value = "";
  picker.onchange = () => onChosen([...(picker.files ?? [])]);
  picker.click();
}

/** Creates a file input outside of the React tree, shared by all screens. */
function makePicker(isFolder: boolean): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.hidden = true;
  if (isFolder) input.webkitdirectory = true;
  else input.accept = ACCEPTED;
  document.body.append(input);
  pickers.set(isFolder, input);
  return input;
}
