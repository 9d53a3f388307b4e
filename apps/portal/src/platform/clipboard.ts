/**
 * Puts a text on the clipboard. The text may still be on its way: the browser then keeps the person's gesture alive for it.
 * Pages without a secure origin (a server in the house, by its address) have no clipboard API; there the old way is used.
 * @throws DOMException when the browser refuses; whatever the promised text failed with
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (navigator.clipboard === undefined) return copyBySelection(await text);
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
  const write = navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  // The text's own failure says more than the clipboard's complaint about it.
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
