/** Copies through a selected field: the async clipboard needs a focused document, which an offscreen page never is. */
export function copyText(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>("#clipboard");
  if (!field) throw new Error("The offscreen page has no clipboard field.");
  field.value = text;
  field.select();
  const copied = document.execCommand("copy");
  field.value = "";
  if (!copied) throw new Error("The browser refused to copy.");
}
