/**
 * Copies text to the clipboard. The text may be a promise: the browser keeps the user gesture valid for it. Insecure origins
 * (a local server by its address) have no clipboard API; the legacy method is used there.
 * @throws DOMException when the browser refuses; the rejection of the promised text
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (navigator.clipboard === undefined) return copyBySelection(await text);
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
  const write = navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  // The rejection of the text is more informative than the clipboard's error.
  await text.catch((error: unknown) => {
    write.catch(() => {});
    throw error;
  });
  await write;
}

function copyBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.position = "fixed";
  area.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new DOMException("The copy command was refused.", "NotAllowedError");
}
